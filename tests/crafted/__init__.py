"""Mails made to stall, flood or deceive a mail program; generated, never stored."""
