"""Making data: contrast sets, CheckLists, cleaned dictionaries, aligned embeddings."""
