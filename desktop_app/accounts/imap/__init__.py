"""Any IMAP server as an account kind."""
