"""Other programs on this computer: the places of their configuration, and the entry in it."""
