"""Domain model: frozen values that every other package uses.

Standard library only, without I/O; the clock is handed in. Nothing here imports another package.
"""
