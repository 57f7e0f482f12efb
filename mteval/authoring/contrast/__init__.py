"""Contrastive word-sense sets from any bitext: align, find ambiguous words, split senses, draw sentences, put words in."""
