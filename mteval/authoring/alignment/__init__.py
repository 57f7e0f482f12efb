"""Mapping word vectors of two languages into one space: the five systems Kementchedjhieva et al. (2019) compare."""
