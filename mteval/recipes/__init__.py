"""One file per published result that can be computed again."""
