"""What goes into a draft, and what is held against it."""
