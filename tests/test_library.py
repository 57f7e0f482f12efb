"""The library finds suites by name, folder and file, checks their data, and recognises ratings."""

import hashlib
import http.server
import threading
from functools import partial

import pytest

from mteval.core.errors import DataError, MtevalError, UsageError
from mteval.library import find_suite, load_suite, manifests, read_manifest, read_ratings

REFERENCE = "one\ntwo\n"
DIGEST = hashlib.sha256(REFERENCE.encode()).hexdigest()
MANIFEST = f"""
name = "tiny"
family = "reference"
version = "1"
languages = ["en", "de"]
licence = "CC0-1.0"
format = "lines"
[files]
data = {{ path = "reference.txt", sha256 = "{DIGEST}" }}
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "tiny").mkdir()
    (tmp_path / "tiny" / "suite.toml").write_text(MANIFEST)
    (tmp_path / "tiny" / "reference.txt").write_text(REFERENCE)
    return tmp_path / "tiny"


def rewrite(folder, old, new):
    path = folder / "suite.toml"
    path.write_text(path.read_text().replace(old, new))
    return path


def test_suite_is_found_by_folder_manifest_and_name(folder, monkeypatch):
    monkeypatch.setenv("MTEVAL_SUITES", str(folder.parent))
    for name in (str(folder), str(folder / "suite.toml"), "tiny"):
        assert [case.gold.references for case in load_suite(find_suite(name)).cases] == [("one",), ("two",)]
    assert "tiny" in manifests()


def test_unknown_suite_gets_a_suggestion(folder, monkeypatch):
    monkeypatch.setenv("MTEVAL_SUITES", str(folder.parent))
    with pytest.raises(MtevalError, match="Did you mean 'tiny'"):
        find_suite("tinny")


def test_unknown_key_is_refused_with_the_nearest(folder):
    with pytest.raises(DataError, match=r"unknown key 'licens'.*'licence'"):
        read_manifest(rewrite(folder, "licence", "licens"))


def test_missing_key_is_named(folder):
    with pytest.raises(DataError, match="'version' is missing"):
        read_manifest(rewrite(folder, 'version = "1"', ""))


def test_changed_data_is_refused(folder):
    (folder / "reference.txt").write_text("one\nthree\n")
    with pytest.raises(DataError, match=r"reference\.txt: has sha256 .* but its manifest says"):
        read_manifest(folder / "suite.toml")


def test_broken_toml_is_refused(folder):
    with pytest.raises(DataError, match="not valid TOML"):
        read_manifest(rewrite(folder, "[files]", "[files"))


def test_bare_file_needs_a_format(folder):
    with pytest.raises(UsageError, match="--format"):
        find_suite(str(folder / "reference.txt"))


def test_unknown_family_option_is_refused(folder):
    with pytest.raises(MtevalError, match="colour"):
        load_suite(find_suite(str(folder)), {"colour": "red"})


@pytest.fixture
def server(folder):
    handler = partial(http.server.SimpleHTTPRequestHandler, directory=str(folder / "remote"))
    (folder / "remote").mkdir()
    (folder / "remote" / "far.txt").write_text(REFERENCE)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{running.server_address[1]}/far.txt"
        running.shutdown()


@pytest.fixture
def remote(folder, server, tmp_path, monkeypatch):
    monkeypatch.setenv("MTEVAL_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("MTEVAL_ANY_URL", "1")
    return rewrite(folder, 'path = "reference.txt"', f'path = "far.txt", url = "{server}"')


def test_data_is_fetched_once_and_then_offline(remote, folder, monkeypatch):
    assert read_manifest(remote).files["data"].read_text() == REFERENCE
    (folder / "remote" / "far.txt").unlink()
    monkeypatch.setenv("MTEVAL_OFFLINE", "1")
    assert read_manifest(remote).files["data"].read_text() == REFERENCE


def test_offline_without_a_copy_says_so(remote, monkeypatch):
    monkeypatch.setenv("MTEVAL_OFFLINE", "1")
    with pytest.raises(DataError, match="MTEVAL_OFFLINE forbids"):
        read_manifest(remote)


def test_fetched_data_with_another_digest_is_refused(remote, folder):
    (folder / "remote" / "far.txt").write_text("something else\n")
    with pytest.raises(DataError, match="sha256 differs"):
        read_manifest(remote)


def test_unreachable_address_says_where_to_put_the_file(remote, folder):
    rewrite(folder, "http://127.0.0.1:", "http://127.0.0.1:1/")
    with pytest.raises(DataError, match="cannot be fetched"):
        read_manifest(remote)


def test_the_digest_covers_siblings_whichever_file_was_given(tmp_path):
    for code, text in (("n", "cat\tkatze\n"), ("pn", "tom\ttom\n"), ("v", "go\tgehen\n")):
        (tmp_path / f"en-de.1.{code}.txt").write_text(text, encoding="utf-8")

    def digest(code):
        source = find_suite(str(tmp_path / f"en-de.1.{code}.txt"), "muse-pos")
        return load_suite(source).source.digest

    first = digest("n")
    assert digest("pn") == first
    (tmp_path / "en-de.1.v.txt").write_text("go\tlaufen\n", encoding="utf-8")
    assert digest("n") != first


def test_the_digest_of_a_key_covers_its_texts(tmp_path):
    (tmp_path / "en-fi.key.txt").write_text("1\tx\tspring\tkevät\tjousi\n", encoding="utf-8")
    digests = set()
    for text in ("The spring.", "A spring."):
        (tmp_path / "en-fi.text.txt").write_text(f"{text}\n", encoding="utf-8")
        source = find_suite(str(tmp_path / "en-fi.key.txt"), "mucow-translation")
        digests.add(load_suite(source).source.digest)
    assert len(digests) == 2


def test_the_digest_of_one_file_is_its_own(tmp_path):
    path = tmp_path / "en-de.txt"
    path.write_text("cat\tkatze\n", encoding="utf-8")
    suite = load_suite(find_suite(str(path), "dictionary"))
    assert suite.source.digest == hashlib.sha256(path.read_bytes()).hexdigest()


def test_languages_in_the_name_of_a_bare_file_stand_in_its_report(tmp_path):
    (tmp_path / "en-bg.txt").write_text("house\tкъща\n", encoding="utf-8")
    assert load_suite(find_suite(str(tmp_path / "en-bg.txt"), "dictionary")).source.languages == ("en", "bg")


def test_ratings_that_are_not_there_or_of_another_format_are_refused(tmp_path):
    with pytest.raises(DataError, match="no such file"):
        read_ratings(tmp_path / "none.csv")
    (tmp_path / "r.csv").write_text("annotator,item,adequacy\nann,1,4\n", encoding="utf-8")
    with pytest.raises(MtevalError, match="holds no ratings"):
        read_ratings(tmp_path / "r.csv", "dictionary")


@pytest.mark.parametrize(
    "name", ["../secret.txt", "sub/../../secret.txt", "{absolute}", "link.txt", "C:\\\\secret.txt"]
)
def test_a_file_outside_the_folder_is_refused_and_nothing_said_of_it(folder, tmp_path, name):
    secret = folder.parent / "secret.txt"
    secret.write_text("secret\n")
    (folder / "link.txt").symlink_to(secret)
    named = name.format(absolute=secret)
    with pytest.raises(DataError, match="outside its folder") as refused:
        read_manifest(rewrite(folder, 'path = "reference.txt"', f'path = "{named}"'))
    assert hashlib.sha256(b"secret\n").hexdigest()[:12] not in str(refused.value)


def test_a_user_may_allow_files_outside(folder, monkeypatch):
    (folder.parent / "elsewhere.txt").write_text(REFERENCE)
    manifest = rewrite(folder, 'path = "reference.txt"', 'path = "../elsewhere.txt"')
    monkeypatch.setenv("MTEVAL_OUTSIDE_FILES", "1")
    assert read_manifest(manifest).files["data"].read_text() == REFERENCE


def test_a_folder_that_is_itself_a_link_is_no_matter(folder, tmp_path):
    (tmp_path / "linked").symlink_to(folder)
    assert read_manifest(tmp_path / "linked" / "suite.toml").files["data"].read_text() == REFERENCE


def test_a_local_server_is_not_asked_unless_the_user_says_so(remote, monkeypatch):
    monkeypatch.delenv("MTEVAL_ANY_URL")
    with pytest.raises(DataError, match="is not https"):
        read_manifest(remote)


OUTSIDE = ["../secret.txt", "{absolute}", "link.txt"]


@pytest.mark.parametrize("name", OUTSIDE)
@pytest.mark.parametrize(
    "extra",
    [
        'metrics = ["bleu?tokenize=spm&spm_model={file}"]\n',
        'metrics = ["judge?prompt={file}"]\n',
        '\n[options]\nunimorph = "{file}"\n',
    ],
    ids=["of a metric", "a judge's prompt", "of the family"],
)
def test_files_among_the_options_stay_in_the_folder(folder, name, extra):
    secret = folder.parent / "secret.txt"
    secret.write_text("secret\n")
    (folder / "link.txt").symlink_to(secret)
    line = extra.format(file=name.format(absolute=secret))
    path = rewrite(folder, "[files]", f"{line}[files]") if line.startswith("metrics") else folder / "suite.toml"
    if line.startswith("\n"):
        path = rewrite(folder, 'family = "reference"', 'family = "dictionary"')
        path.write_text(path.read_text().replace('format = "lines"', 'format = "dictionary"') + line)
    with pytest.raises(DataError, match="outside its folder"):
        read_manifest(path)


def test_a_file_option_of_a_manifest_lies_beside_it_and_a_word_that_is_no_file_stays(folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (folder / "forms.tsv").write_text("")
    path = rewrite(folder, 'family = "reference"', 'family = "dictionary"')
    options = '\n[options]\nunimorph = "forms.tsv"\nfrequencies = "wordfreq"\n'
    path.write_text(path.read_text().replace('format = "lines"', 'format = "dictionary"') + options)
    assert read_manifest(path).options == {"unimorph": str(folder / "forms.tsv"), "frequencies": "wordfreq"}


def test_several_files_of_one_option_stay_in_the_folder(folder):
    (folder / "inside.txt").write_text("")
    (folder.parent / "secret.txt").write_text("secret\n")
    path = rewrite(folder, 'family = "reference"', 'family = "contrastive"')
    plain = path.read_text().replace('format = "lines"', 'format = "mucow-scoring"')
    path.write_text(plain + '\n[options]\ntraining = "inside.txt,../secret.txt"\n')
    with pytest.raises(DataError, match=r"'\.\./secret\.txt', which lies outside its folder"):
        read_manifest(path)
    path.write_text(plain + '\n[options]\ntraining = ["inside.txt"]\n')
    assert read_manifest(path).options == {"training": str(folder / "inside.txt")}


SYSTEMS = ["python:os:getcwd", "command:touch pwned", "openai:m%3Furl=http://127.0.0.1:1/v1", "ctranslate2:model"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_manifest_names_nothing_to_run_or_ask(folder, system, monkeypatch):
    """Else a foreign suite would run code, or send the key of a service to an address of its own."""
    path = rewrite(folder, "[files]", f'metrics = ["gemba-da?system={system}"]\n[files]')
    with pytest.raises(DataError, match="names a system, system="):
        read_manifest(path)
    monkeypatch.setenv("MTEVAL_OUTSIDE_FILES", "1")
    assert read_manifest(path).metrics[0].startswith("gemba-da?system=")
