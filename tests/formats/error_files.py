"""Small files of error spans, as each tool writes them."""

import json

MQM = (
    "\n".join(
        "\t".join(row)
        for row in (
            ("system", "doc", "doc_id", "seg_id", "rater", "source", "target", "category", "severity", "comment"),
            ("A", "d", "1", "1", "r1", "One.", "<v>Ein</v>.", "Accuracy/Mistranslation", "Major", ""),
            ("A", "d", "1", "1", "r1", "One.", "Ein<v>.</v>", "Fluency/Punctuation", "Minor", ""),
            ("A", "d", "1", "1", "r2", "One.", "Ein.", "No-error", "No-error", ""),
            ("B", "d", "1", "1", "r1", "<v>One</v>.", "Na.", "Accuracy/Omission", "Minor", ""),
            ("B", "d", "1", "2", "r1", "Two.", "<v>Xx.</v>", "Non-translation!", "Major", ""),
        )
    )
    + "\n"
)

SPANS = json.dumps([{"start_i": 2, "end_i": 4, "severity": "major", "error_type": None}]).replace('"', '""')
MISSING = json.dumps([{"start_i": "missing", "end_i": "missing", "severity": "minor"}]).replace('"', '""')
ESA = f"""ann,ende-tutorial1,1000001,TGT,eng,deu,0,ende-tutorial1,False,[],1.0,1.0
ann,A,1,TGT,eng,deu,80,d,False,"{SPANS}",10.0,12.0
ann,A,1,TGT,eng,deu,70,d,False,"{SPANS}",30.0,32.0
ann,A,1,BAD,eng,deu,20,d#bad,False,[],40.0,42.0
ann,A,2,TGT,eng,deu,90,d,False,"{MISSING}",50.0,52.0
bob,A,1,TGT,eng,jpn,60,d,False,[],10.0,12.0
bob,A,9,TGT,eng,jpn,60,e#incomplete,False,[],20.0,22.0
bob,A,8,TGT,eng,jpn,60,f#dup,False,[],30.0,32.0
"""

DA_HEADER = "HITId WorkerId Input.src Input.trg Input.item hit sys_id rid type sid score time"


def write_error_files(folder):
    """The files that examples of MQM, ESA and AutoRank name."""
    (folder / "mqm.tsv").write_text(MQM)
    for wave in ("esa_wave2.csv", "esa_wave3.csv"):
        (folder / wave).write_text(ESA)
    (folder / "automatic_scores").mkdir()
    for name, score in (("A", 0.9), ("B", 0.5)):
        scores = {"XCOMET-XL": [score, None], "MetricX-24-Hybrid-XL": [-1 / score, -2.0]}
        entry = {"language_pair": "en-de_DE", "document_id": "d", "metric_scores": scores}
        (folder / "automatic_scores" / f"{name}.jsonl").write_text(json.dumps(entry) + "\n")
