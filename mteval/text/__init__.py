"""Reading aligned text, and cutting it into tokens, n-grams, lemmas and templates."""
