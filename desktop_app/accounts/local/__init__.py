"""Local mail: mbox, Maildir, .eml and the sample mailbox."""
