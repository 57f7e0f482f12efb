"""One registry of machine translation test suites with one report format."""
