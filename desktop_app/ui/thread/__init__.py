"""One conversation as message cards."""
