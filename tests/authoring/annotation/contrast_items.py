"""A contrastive set small enough to be judged by hand: four items, five contrasts, three words."""

CONTRASTS = [
    {
        "source": f"{word.capitalize()} number {number} stands there.",
        "reference": f"Dort steht {right} Nummer {number}.",
        "ambig word": word,
        "sense": right.lower(),
        "original translation": right,
        "origin": "made",
        "errors": [
            {"contrastive": f"Dort steht {wrong} Nummer {number}.", "type": "word_sense", "replacement": wrong}
            for wrong in others
        ],
    }
    for number, (word, right, *others) in enumerate(
        [
            ("bank", "Bank", "Ufer"),
            ("bank", "Ufer", "Bank"),
            ("spring", "Feder", "Frühling", "Quelle"),
            ("plate", "Teller", "Blech"),
        ]
    )
]
