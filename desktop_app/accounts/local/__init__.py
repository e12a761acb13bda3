"""Mail that lies on this computer: mbox, Maildir, .eml and the sample mailbox."""
