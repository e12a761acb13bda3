"""The accounts: how each is doing, adding one, signing in."""
