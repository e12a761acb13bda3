"""The wire: bytes, parts, header fields, addresses and character sets, read and written.

No sense is made here of what a mail says.
"""
