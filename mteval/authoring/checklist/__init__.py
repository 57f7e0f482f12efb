"""CheckLists made and measured: expansion, extraction, generation through a translator, quality."""
