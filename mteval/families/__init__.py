"""One file per family of test suites: records to cases, answers to evidence."""
