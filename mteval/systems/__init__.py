"""One file per backend: queries to answers."""
