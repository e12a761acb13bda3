"""Mail as bytes and back: parse, compose, quote, thread, sanitise.

Pure: no I/O, no store, no Qt.
"""
