"""Bilingual dictionaries made better: filtered, completed, and what that does to a score."""
