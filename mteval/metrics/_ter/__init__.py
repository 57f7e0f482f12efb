"""What only TER needs: its tokens and its search for shifts."""
