"""One small server for people: rating translations, verifying CheckList templates, verifying dictionary predictions.

A job file (TOML) says what is to be done; a SQLite database beside it keeps who does what and the log of decisions.

The log of decisions is what everything else is made from. Exported as JSONL it has one object a line, as CSV the same
without `payload`:

* `id`: counts decisions; `at`: UTC time of the decision; `annotator`; `position`: the task's place in that annotator's list;
* `item`: what was decided on; `kind`: rating, templates, dictionary;
* `seconds`: time spent on this decision, idle time not counted; `elapsed`: from first sight to decision, idle time counted;
* `undone`: whether the annotator took it back; `payload`: the decision itself.

The verification log of a templates job (`verification-log.csv`, `.json`) is made from it, one row per template and
annotator, and is what `mteval checklist quality` reads as the cost of a workflow:

`annotator, workflow, capability, template, action, result, label, seconds`

where `template` is the template as it was shown (as it was written, for an added one), `action` is accept, edit, delete,
merge, translate or add, `result` the template after the decision (empty where deleted or merged), and `seconds` the active
time spent; what a capability's closing page took is counted with the last template before it. As JSON it is a list of
such objects.
"""
