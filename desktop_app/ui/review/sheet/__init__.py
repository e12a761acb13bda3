"""The sheet that a mail is written on: envelope, checks, proposed changes, text, files."""
