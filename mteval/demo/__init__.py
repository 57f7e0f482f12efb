"""Every family on embedded data: two small models, word vectors and example ratings made for mteval."""
