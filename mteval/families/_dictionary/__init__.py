"""What only the dictionary family needs."""
