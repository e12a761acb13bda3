"""Verdicts of triage, and what is prepared from them."""
