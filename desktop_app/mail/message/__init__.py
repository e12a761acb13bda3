"""One message: its fields, its body, its single pieces, its preview."""
