"""A reference and a system's translations."""

REFERENCE = ["the cat sat on the mat", "a dog barks at night", "we walk home together", "rain falls on the roof"] * 6
SYSTEM = [line.replace("the", "a") if i % 2 else line.replace("night", "noon") for i, line in enumerate(REFERENCE)]
