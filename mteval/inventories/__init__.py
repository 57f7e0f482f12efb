"""One file per kind of sense inventory: words to senses."""
