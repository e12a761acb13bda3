"""Accounts at Microsoft: IMAP and SMTP, with a sign-in in the browser."""
