"""People's ratings: their types, score files, controls of annotators."""
