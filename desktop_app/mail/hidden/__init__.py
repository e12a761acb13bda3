"""What of a mail is seen: words that are hidden, marked or invisible."""
