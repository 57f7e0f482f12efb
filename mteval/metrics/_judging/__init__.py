"""What the metrics that ask a judge share."""
