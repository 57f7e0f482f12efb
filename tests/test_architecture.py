"""The layers hold, plugins are reached only through the registry, and starting up stays light."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PLUGIN_KINDS = ("formats", "families", "metrics", "systems", "renderers", "inventories")


def imported_modules(path: Path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (node.module, *(f"{node.module}.{name.name}" for name in node.names))
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def test_layers(root):
    tool = Path(sys.executable).with_name("lint-imports")
    if not tool.exists():
        pytest.skip("import-linter is not installed")
    done = subprocess.run(
        [tool], cwd=root, capture_output=True, text=True, check=False, env={"PYTHONPATH": str(root), "PATH": ""}
    )
    assert done.returncode == 0, done.stdout


def test_plugins_are_reached_only_through_the_registry(root):
    offenders = []
    for path in (root / "mteval").rglob("*.py"):
        own = path.relative_to(root / "mteval").parts
        for module in imported_modules(path):
            parts = module.split(".")
            if len(parts) > 2 and parts[0] == "mteval" and parts[1] in PLUGIN_KINDS and not parts[2].startswith("_"):
                offenders.append(f"{'/'.join(own)} imports {module}")
    assert not offenders


@pytest.mark.parametrize("arguments", [["--help"], ["list"], ["score", "--help"], ["run", "--help"]])
def test_help_imports_nothing_heavy(arguments):
    program = (
        "import sys\nfrom mteval.cli.main import main\n"
        f"try:\n    main({arguments!r})\nexcept SystemExit:\n    pass\n"
        "heavy = {'numpy', 'torch', 'scipy', 'pandas', 'numba', 'transformers', 'sacrebleu'} & set(sys.modules)\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_scoring_imports_neither_torch_nor_pandas():
    program = (
        "import sys, mteval\nmteval.score({'a': ['one two']}, [['one two']], metrics='bleu,chrf')\n"
        "heavy = {'torch', 'pandas', 'scipy.stats', 'transformers'} & set(sys.modules)\nsys.exit(f'{heavy}' if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
