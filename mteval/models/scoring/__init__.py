"""Log-probabilities of an item's targets as one packed prefix tree, in torch."""
