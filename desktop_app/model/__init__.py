"""The vocabulary: frozen values every room speaks in.

Standard library only; no I/O, no clock but the one handed in. Nothing here may import
another room.
"""
