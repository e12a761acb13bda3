"""The Reader: a mail set anew as safe HTML and as text, with its quotes, links and pictures."""
