"""What a build wrote, file by file."""


def files(folder):
    names = (
        "lexicon.tsv",
        "adversarial.tsv",
        "provenance.jsonl",
        "scoring/en-de.mucow.scoring.json",
        "translation/en-de.key.txt",
    )
    return {name: (folder / name).read_bytes() for name in names}
