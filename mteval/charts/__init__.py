"""Pictures and fragments of HTML that several families draw, every one from a template that escapes."""
