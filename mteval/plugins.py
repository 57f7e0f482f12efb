"""What a plugin author imports."""
