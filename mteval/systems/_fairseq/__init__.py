"""What only the fairseq backend needs."""
