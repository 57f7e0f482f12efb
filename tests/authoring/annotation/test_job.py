"""Job files: what they may say, and what is refused with which words."""

import pytest

from mteval.authoring.annotation.job import read_job
from mteval.core.errors import DataError


def test_annotators_may_be_counted(jobs):
    assert read_job(jobs.rating(annotators=12)).annotators[:2] == ("annotator-01", "annotator-02")


def test_adding_annotators_leaves_the_digest_alone_and_other_data_changes_it(jobs):
    first = read_job(jobs.rating()).digest
    assert read_job(jobs.rating(annotators=["ann", "bob", "cy"])).digest == first
    jobs.write("A.txt", "changed\n" * 12)
    assert read_job(jobs.folder / "rating.toml").digest != first


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (
            lambda text: text.replace('"tea.json"', '"none.json"'),
            "checklist names none.json, but there is no such file",
        ),
        (lambda text: text.replace('"tea-ver"', '"mt"'), "workflow = 'mt' is not possible: tea-ver, t9n, scr"),
        (lambda text: text.replace('kind = "templates"', 'kind = "x"'), "kind = 'x' is not possible"),
        (lambda text: "titel = 'x'\n" + text, "unknown key 'titel'. Did you mean 'title'"),
        (lambda text: text.replace('["ann"]', '["ann", "ann"]'), "list of different names"),
        (lambda text: text.replace('["ann"]', "0"), "annotators = 0 is not possible"),
        (lambda text: "overlap = -1\n" + text, "'overlap' cannot be negative"),
        (lambda text: "overlap = 'two'\n" + text, "'overlap' must be a whole number"),
        (lambda text: text + "[controls]\nrepeated = 1\n", "belong to a rating job"),
        (lambda text: text.replace("[templates]", "[template]"), "unknown key 'template'"),
        (lambda text: text + "[", "is not valid TOML"),
    ],
)
def test_a_job_that_cannot_be_is_refused(jobs, change, problem):
    path = jobs.templates("tea-ver")
    path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")
    with pytest.raises(DataError, match=problem):
        read_job(path)


def test_a_rating_job_needs_systems(jobs):
    path = jobs.write("job.toml", 'kind = "rating"\nannotators = 1\n[rating]\nsource = "job.toml"\n')
    with pytest.raises(DataError, match=r"\[rating.systems\] is missing"):
        read_job(path)


def test_outputs_of_another_length_are_refused(jobs, local):
    path = jobs.rating()
    jobs.write("A.txt", "one line\n")
    with pytest.raises(DataError, match="has 1 lines, but"):
        local(path)


@pytest.mark.parametrize("name", ["../secret.txt", "{absolute}", "link.txt"])
@pytest.mark.parametrize("key", ["source = ", "A = "])
def test_files_of_a_job_stay_in_its_folder(jobs, name, key):
    path = jobs.rating()
    secret = jobs.folder.parent / "secret.txt"
    secret.write_text("secret\n" * 12, encoding="utf-8")
    (jobs.folder / "link.txt").symlink_to(secret)
    lines = path.read_text(encoding="utf-8").split("\n")
    named = name.format(absolute=secret)
    changed = [f'{key}"{named}"' if line.startswith(key) else line for line in lines]
    assert changed != lines
    path.write_text("\n".join(changed), encoding="utf-8")
    with pytest.raises(DataError, match="outside its folder"):
        read_job(path)
