"""What is kept on disk: digests, caches, stored reports and their schema, downloads."""
