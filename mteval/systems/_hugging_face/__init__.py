"""What only the Hugging Face backend needs."""
