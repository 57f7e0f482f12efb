"""What only Appraise's exports need."""
