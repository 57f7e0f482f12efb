"""TEA: target-language templates from translated instances, as published and as improved here."""
