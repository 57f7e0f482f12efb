"""What only the family of CheckLists needs."""
