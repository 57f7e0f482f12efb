"""What the ROUGE metrics share."""
