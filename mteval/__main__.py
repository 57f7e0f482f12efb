"""`python -m mteval` is the mteval command."""

from mteval.cli.main import main

main()
