"""Review of one draft: envelope, checks, text, sources, and the press that sends it."""
