import pytest
from click.testing import CliRunner

from mteval.cli.contrast import command
from tests.authoring.contrast.synthetic import make_synthetic


@pytest.fixture(scope="session")
def synthetic(tmp_path_factory):
    return make_synthetic(tmp_path_factory.mktemp("synthetic"))


@pytest.fixture(scope="session")
def contrast():
    """Runs the command in this process; errors that users can mend come out as they are."""

    def run(*arguments):
        return CliRunner().invoke(
            command, [str(one) for one in arguments], catch_exceptions=False, standalone_mode=False
        )

    return run


@pytest.fixture(scope="session")
def built(synthetic, contrast, tmp_path_factory):
    output = tmp_path_factory.mktemp("built") / "set"
    result = contrast("build", *synthetic.options(output))
    return output, result
