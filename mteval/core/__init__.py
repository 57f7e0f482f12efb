"""The vocabulary of mteval: plain values and protocols, standard library only, no input or output."""
