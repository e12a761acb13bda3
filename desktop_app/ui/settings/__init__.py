"""The settings dialog, made from the settings table."""
