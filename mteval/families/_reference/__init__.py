"""What the family `reference` needs: outputs laid beside segments, levels, sentences that are lost or added."""
