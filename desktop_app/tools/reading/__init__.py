"""What of mails and files is read for an answer."""
