"""The rooms hold, what there is once is there once, and starting up stays light."""

import ast
import re
import subprocess
import sys
import tomllib
from collections import defaultdict
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


# --- what there is once --------------------------------------------------------------------------------------------

TOP_LEVEL = {"library.py", "api.py", "plugins.py", "__init__.py", "__main__.py", "py.typed", "ARCHITECTURE.md"}
ROOMS_BELOW = ("core", "text", "statistics", "storage", "vectors", "models", "lexical", "checklists", "human", "charts")


def modules(root):
    for path in sorted((root / "mteval").rglob("*.py")):
        yield path.relative_to(root / "mteval").as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def test_the_top_level_holds_rooms_and_a_few_files(root):
    files = {path.name for path in (root / "mteval").iterdir() if path.is_file()}
    assert files == TOP_LEVEL


def test_a_class_name_means_one_thing(root):
    homes = defaultdict(list)
    for name, tree in modules(root):
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(name)
    assert {name: where for name, where in homes.items() if len(where) > 1} == {}


@pytest.mark.parametrize(
    ("what", "homes"),
    [
        ("hashlib", {"storage/digests.py", "authoring/annotation/security.py"}),  # the latter signs forms, with hmac
        ("sqlite3", {"storage/content_cache.py", "authoring/annotation/database.py", "formats/annotation_database.py"}),
        ("simplemma", {"text/lemmatisers/dictionary.py"}),
        ("pandas", {"evaluation/frames.py", "api.py"}),  # the latter for type checkers alone
        ("tomllib", {"text/documents.py"}),
        ("html", set()),
    ],
)
def test_a_module_is_imported_in_one_place(root, what, homes):
    found = {
        path.relative_to(root / "mteval").as_posix()
        for path in (root / "mteval").rglob("*.py")
        if any(module == what or module.startswith(f"{what}.") for module in imported_modules(path))
    }
    assert found <= homes


@pytest.mark.parametrize(
    ("text", "home"), [("eflomal-align", "text/eflomal.py"), ("XDG_CACHE_HOME", "storage/cache_folder.py")]
)
def test_a_program_or_folder_is_named_in_one_place(root, text, home):
    found = [path for path in (root / "mteval").rglob("*.py") if text in path.read_text(encoding="utf-8")]
    assert [path.relative_to(root / "mteval").as_posix() for path in found] == [home]


def test_core_opens_nothing(root):
    offenders = []
    for name, tree in modules(root):
        if not name.startswith("core/"):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                if called == "open" or called.endswith((".open", ".read_text", ".read_bytes", ".write_text")):
                    offenders.append(f"{name}: {called}")
    assert offenders == []


def test_plugins_are_asked_for_only_from_the_library_upwards(root):
    rooms = (*ROOMS_BELOW, *PLUGIN_KINDS)
    offenders = []
    for name, tree in modules(root):
        if name.split("/")[0] not in rooms or name == "core/registry.py":
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr in ("find", "names") and _is_registry(node.value):
                offenders.append(f"{name}: {ast.unparse(node)}")
    assert offenders == []


def _is_registry(node):
    return ast.unparse(node) in {f"{prefix}{kind}" for kind in PLUGIN_KINDS for prefix in ("", "registry.")}


def test_renderers_and_core_know_no_plugin_by_name(root):
    from mteval.core import registry

    known = {name for kind in (registry.metrics, registry.families, registry.formats) for name in kind.names()}
    plain = {
        "human",
        "lines",
        "agreement",
        "correlation",
        "dictionary",
        "reference",
        "ratings",
        "checklist",
    }  # plain words
    offenders = []
    for name, tree in modules(root):
        if name.startswith(("core/", "renderers/")) and name != "core/registry.py":
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and node.value in known - plain:
                    offenders.append(f"{name}:{node.lineno} {node.value}")
                if isinstance(node, ast.Compare) and any(
                    isinstance(side, ast.Constant) and side.value in known for side in ast.walk(node)
                ):
                    offenders.append(f"{name}:{node.lineno} {ast.unparse(node)}")
    assert offenders == []


def test_html_comes_from_templates(root):
    tag = re.compile(r"</?(?:a|b|p|div|span|table|tr|td|th|ul|li|svg|path|text|rect|section|h[1-6]|iframe|script)[ >/]")
    offenders = []
    for name, tree in modules(root):
        documentation = {id(node.body[0].value) for node in ast.walk(tree) if _has_docstring(node)}
        for node in ast.walk(tree):
            text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
            if id(node) not in documentation and tag.search(text):
                offenders.append(f"{name}:{node.lineno}")
    assert offenders == []


def _has_docstring(node):
    body = getattr(node, "body", None)
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return (
        isinstance(node, kinds)
        and bool(body)
        and isinstance(body[0], ast.Expr)
        and isinstance(body[0].value, ast.Constant)
    )


# --- dependencies --------------------------------------------------------------------------------------------------

IMPORT_NAMES = {"rouge-score": "rouge_score", "ufal.udpipe": "ufal"}
IMPORT_NAMES |= {"markdown-it-py": "markdown_it", "mecab-python3": "MeCab", "pyyaml": "yaml"}
NOT_IMPORTED = {
    "python-multipart": "starlette needs it to read forms",
    "dask": "distributed is a part of it",
    "eflomal": "called as a program",
    "german-nouns": "its table is read, not its code",
}
NOT_DECLARED = {
    "fairseq": "cannot be installed from a registry today; scripts/install_fairseq does it",
    "babelnet": "its own licence asks users to fetch it themselves",
}


def test_declared_dependencies_are_imported_and_imported_ones_declared(root):
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    used = [
        *project["dependencies"],
        *(one for name, part in extras.items() if name not in ("dev", "test", "all") for one in part),
    ]
    declared = {re.match(r"[\w.-]+", requirement)[0].lower() for requirement in used}
    imported = {
        module.split(".")[0]
        for path in (root / "mteval").rglob("*.py")
        for module in imported_modules(path)
        if module.split(".")[0] not in {*sys.stdlib_module_names, "mteval"}
    }
    names = {IMPORT_NAMES.get(one, one.replace("-", "_")) for one in declared - NOT_IMPORTED.keys()}
    assert imported - names - NOT_DECLARED.keys() == set()
    assert names - imported == set()


NOT_INSTALLED_FOR_TESTS = {
    "comet": "a peer that needs older versions than ours; its numbers stand in the tests",
    "eflomal": "is built from source and called as a program; scripts/test tries",
}


def declared_for_tests(root):
    """The import names of everything that the base and the extras `dev` and `test` install."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras, names = project["optional-dependencies"], set()
    waiting = [*project["dependencies"], *extras["dev"], *extras["test"]]
    while waiting:
        requirement = waiting.pop()
        name = re.match(r"[\w.-]+", requirement)[0].lower()
        if name == project["name"]:
            waiting += [one for extra in re.search(r"\[(.*)\]", requirement)[1].split(",") for one in extras[extra]]
        else:
            names.add(IMPORT_NAMES.get(name, name.replace("-", "_")))
    return names


def modules_tests_use(path):
    """The packages a test file imports, skips without, or has a child process import."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.importorskip":
            found = node.args[0]
            chosen = (found.body, found.orelse) if isinstance(found, ast.IfExp) else (found,)
            yield from (one.value for one in chosen if isinstance(one, ast.Constant))


def test_what_tests_import_is_installed_for_them(root):
    used = defaultdict(set)
    for path in (root / "tests").rglob("*.py"):
        for module in modules_tests_use(path):
            used[module.split(".")[0]].add(path.relative_to(root).as_posix())
    own = {*sys.stdlib_module_names, "mteval", "tests", "scripts"}
    known = declared_for_tests(root) | {*NOT_INSTALLED_FOR_TESTS, *NOT_DECLARED}
    assert {name: where for name, where in used.items() if name not in own | known} == {}


# --- tests mirror the code -----------------------------------------------------------------------------------------

TESTED_ELSEWHERE = {
    "__init__.py": ("tests/test_api.py", "names that api.py and others define"),
    "__main__.py": ("tests/cli/calling.py", "three lines that every call of the command line goes through"),
    "plugins.py": ("tests/test_third_party.py", "names of other modules, used there by a package of somebody else's"),
    "core/protocols.py": ("tests/contracts/test_plugins.py", "what every plugin is held to there"),
    "text/_ngram_kernels.py": ("tests/text/test_ngrams.py", "run there compiled and plain, against a count by hand"),
    "text/_word_kernels.py": ("tests/text/test_flat_tokens.py", "against what Python's own methods cut"),
    "statistics/_sum_kernels.py": ("tests/statistics/test_products.py", "against numpy's and Python's sums"),
    "text/_resegmentation_kernels.py": (
        "tests/text/test_resegmentation.py",
        "plain and compiled, against all segmentations",
    ),
    "metrics/_ter/_shift_kernels.py": ("tests/metrics/_ter/test_shifts.py", "run there compiled and plain"),
    "authoring/alignment/_matching_kernels.py": ("tests/authoring/alignment/test_matching.py", "against brute force"),
    **{
        f"metrics/rouge_{n}.py": (
            "tests/metrics/_rouge/test_ngrams.py",
            "a number for one class, all four tested there",
        )
        for n in (1, 2, 3, 4)
    },
    "metrics/rouge_su.py": ("tests/metrics/test_rouge_s.py", "rouge-s with one flag, tested side by side"),
    **{
        f"authoring/annotation/{name}.py": (
            "tests/authoring/annotation/test_scoring_work.py",
            "followed there from the job file to the export",
        )
        for name in ("control_tables", "prefilled_spans", "protocols", "rating_exports")
    },
    "formats/_appraise/writing.py": ("tests/formats/test_appraise.py", "what is written is read back there"),
    **{
        f"metrics/{name}.py": ("tests/metrics/test_comet.py", "on tiny checkpoints beside unbabel-comet's numbers")
        for name in ("_learned", "_comet/checkpoint", "_comet/encoder", "_comet/models", "_comet/spans")
    },
    "metrics/_cut_inputs.py": ("tests/metrics/test_metricx.py", "with a model that reads only so much"),
    **{
        f"metrics/_judging/{name}.py": ("tests/metrics/test_judge.py", "with a judge that answers from a list")
        for name in ("metric", "options", "rating")
    },
    **{
        f"metrics/gemba_{name}.py": ("tests/metrics/test_gemba.py", "three prompts of one kind of judge, side by side")
        for name in ("da", "esa", "mqm")
    },
    **{
        f"metrics/{name}.py": ("tests/metrics/test_unreferenced.py", "all metrics that need no reference")
        for name in ("copy_rate", "language_match", "length_ratio", "repetition")
    },
    **{
        f"systems/_openai/{name}.py": ("tests/systems/test_openai.py", "against a server with faults")
        for name in ("address", "client", "replies", "scoring")
    },
}


def has_behaviour(tree):
    """Whether a module does more than name itself."""
    return any(not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)) for node in tree.body)


def mirrors(name):
    """Where the tests of a module may stand."""
    path = Path(name)
    if path.name == "__init__.py":
        return (path.parent.parent / f"test_{path.parent.name.lstrip('_')}.py",)
    return (path.with_name(f"test_{path.stem.lstrip('_')}.py"),)


def test_every_module_with_behaviour_has_a_test_file_of_its_own(root):
    missing = [
        name
        for name, tree in modules(root)
        if has_behaviour(tree)
        and name not in TESTED_ELSEWHERE
        and not any((root / "tests" / path).is_file() for path in mirrors(name))
    ]
    assert missing == []


@pytest.mark.parametrize("name", TESTED_ELSEWHERE)
def test_a_module_tested_elsewhere_is_there_and_so_are_its_tests(root, name):
    assert (root / "mteval" / name).is_file()
    assert (root / TESTED_ELSEWHERE[name][0]).is_file()
    assert not any((root / "tests" / path).is_file() for path in mirrors(name)), "has tests of its own by now"


WITHOUT_A_MODULE = {
    "challenge_sets": "the data sets that come with mteval",
    "contracts": "what every plugin is held to",
    "golden": "published numbers",
    "test_architecture.py": "the rooms",
    "test_fuzz.py": "damaged files of every kind, by scripts/fuzz",
    "test_documentation.py": "README and help texts",
    "test_one_rule.py": "rules that hold for all commands",
    "test_third_party.py": "a package of somebody else's",
    "authoring/annotation/test_browser.py": "the pages in a real browser",
    "evaluation/test_resume.py": "whole runs, killed and started again",
    "inventories/test_declared_options.py": "all inventories",
    "systems/test_declared_options.py": "all systems",
    "metrics/test_gemba.py": "the judges after GEMBA",
    "metrics/test_unreferenced.py": "metrics that need no reference",
    "metrics/test_loading.py": "what looking any metric up loads",
    "metrics/test_long_lines.py": "all metrics that compare lines too long to compare in full",
    "renderers/test_every_renderer.py": "one run of two suites in every form of report",
    "metrics/_rouge/test_references.py": "all ROUGE metrics with several references",
}


def test_every_test_file_mirrors_a_module_or_says_what_it_is_about(root):
    mirrored = {path.as_posix() for name, _ in modules(root) for path in mirrors(name)}
    strays = []
    for path in (root / "tests").rglob("test_*.py"):
        name = path.relative_to(root / "tests")
        if name.as_posix() not in mirrored and not {name.parts[0], name.as_posix()} & WITHOUT_A_MODULE.keys():
            strays.append(name.as_posix())
    assert strays == []


def test_every_folder_has_a_place_in_the_contract(root, tmp_path):
    """A room that nobody gave a place, a plugin that imports another, and a room that imports a neighbour are all refused."""
    import shutil

    if not Path(sys.executable).with_name("lint-imports").exists():
        pytest.skip("import-linter is not installed")
    faults = {
        "mteval/attic/__init__.py": '"""A room without a place."""\n',
        "mteval/metrics/zz_other.py": '"""A plugin."""\nfrom mteval.metrics.bleu import Bleu\n',
        "mteval/vectors/zz_stranger.py": '"""A neighbour."""\nfrom mteval.models import batching\n',
        "mteval/families/zz_thief.py": '"""A plugin."""\nfrom mteval.families._dictionary import flips\n',
    }
    for number, (name, text) in enumerate(faults.items()):
        copy = tmp_path / str(number)
        shutil.copytree(
            root / "mteval", copy / "mteval", ignore=shutil.ignore_patterns("*.bin", "*.vec.gz", "__pycache__")
        )
        (copy / "scripts").mkdir()
        shutil.copy(root / "scripts" / "import_contracts.py", copy / "scripts")
        shutil.copy(root / "pyproject.toml", copy)
        (copy / name).parent.mkdir(exist_ok=True)
        (copy / name).write_text(text, encoding="utf-8")
        tool = Path(sys.executable).with_name("lint-imports")
        environment = {"PYTHONPATH": str(copy), "PATH": ""}
        done = subprocess.run(
            [tool, "--no-cache"], cwd=copy, capture_output=True, text=True, check=False, env=environment
        )
        assert done.returncode != 0, name
        word = Path(name).stem.removesuffix("__init__") or "attic"
        assert word in done.stdout, done.stdout
