"""Runs a verb of the command line in this process."""

from click.testing import CliRunner

from mteval.cli.main import verbs


def run(*arguments):
    result = CliRunner().invoke(verbs, list(map(str, arguments)))
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.stdout
