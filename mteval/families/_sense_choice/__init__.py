"""What only the sense-choice family needs."""
