"""Calls `mteval human` in this process; errors that users can mend come out as they are."""

from click.testing import CliRunner

from mteval.cli.main import verbs


def run(*arguments):
    result = CliRunner().invoke(verbs, ["human", *map(str, arguments)])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result
