"""What is known of words: parts of speech, names, morphology, sound-alikes, senses."""
