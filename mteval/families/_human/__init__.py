"""What only the human family needs."""
