"""Activity record: what was done to the mail, and by whom."""
