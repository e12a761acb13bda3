"""vCards: people as files, read and written (RFC 2426, RFC 6350, 2.1 as phones write it)."""
