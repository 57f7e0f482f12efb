"""One file per file format: bytes to records and back."""
