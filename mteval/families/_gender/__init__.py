"""What the family gender needs for entities: words for people, and how a translation shows their gender."""
