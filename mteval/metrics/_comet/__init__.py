"""What COMET's public checkpoints hold, and the models that read them."""
