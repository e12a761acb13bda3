"""The mail as a program with a grant sees it: one connection with less in it."""
