"""Widgets for every subject: theme, states, strips, layout. No subject comes in here."""
