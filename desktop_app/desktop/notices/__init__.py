"""Notices by the desktop's own service: what is shown, and the connection to its bus."""
