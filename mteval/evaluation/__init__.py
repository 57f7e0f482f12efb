"""Asks systems, judges their answers, scores, slices, tests, ranks, compares and gates."""
