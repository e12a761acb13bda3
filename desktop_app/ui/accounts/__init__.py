"""Accounts: state, adding one, signing in."""
