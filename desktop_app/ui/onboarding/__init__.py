"""The way in: adding an account, signing in to one again, allowing it more."""
