"""The bridge's end on loopback: what listens, and the guard in front of it."""
