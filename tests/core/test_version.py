from importlib.metadata import version

from mteval.core.version import installed_version, own_version


def test_versions_are_those_of_the_installed_packages():
    assert own_version() == version("mteval-suites")
    assert installed_version("numpy") == version("numpy")


def test_a_package_that_is_not_installed_has_the_version_none():
    assert installed_version("no-such-package-at-all") == "none"
