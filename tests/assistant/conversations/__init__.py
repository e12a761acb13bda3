"""Forty conversations, written down as what a language model called and said in them."""
