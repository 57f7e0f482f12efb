"""What the family formality needs: words that address somebody formally or informally."""
