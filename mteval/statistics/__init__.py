"""Weights, resampling, paired tests, agreement and correlation: numbers about numbers."""
