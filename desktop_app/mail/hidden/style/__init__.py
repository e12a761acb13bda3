"""Style sheets and what they do to words; known to `mail/hidden/` alone."""
