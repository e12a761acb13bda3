"""What a text claims and tells, compared with the texts that it was made from."""
