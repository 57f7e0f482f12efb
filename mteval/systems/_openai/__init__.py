"""What only the backend for OpenAI-compatible endpoints needs."""
