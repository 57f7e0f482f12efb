"""One file per metric: evidence to numbers."""
