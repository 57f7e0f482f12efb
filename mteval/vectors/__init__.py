"""Word vectors: reading, caching, similarity, CSLS, retrieval."""
