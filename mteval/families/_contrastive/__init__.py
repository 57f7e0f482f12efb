"""What only the contrastive family needs."""
