"""One file per form of report."""
