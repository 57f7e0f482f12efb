"""Private parts of the family terminology."""
