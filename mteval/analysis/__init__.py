"""Algorithms that both evaluating and authoring use."""
