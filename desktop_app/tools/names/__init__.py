"""What a caller means: mails, conversations, labels and files by whatever they are named with."""
