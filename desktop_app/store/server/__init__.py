"""What is known of the accounts at their servers."""
