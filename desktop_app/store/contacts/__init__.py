"""What the person notes about people, and lists of everybody."""
