"""What the application folder is made of, and what is written about it."""
