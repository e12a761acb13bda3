"""One draft: envelope, checks, words, what it rests on, and the press that sends it."""
