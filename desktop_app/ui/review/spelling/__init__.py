"""Spelling in a draft: marks of misspelt words, their menu, the way from one to the next."""
