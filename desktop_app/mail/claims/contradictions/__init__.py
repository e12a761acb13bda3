"""Contradictions: what a draft says otherwise than the texts that it was made from.

By rules, without a model. Each compares sentences that speak of the same thing; where it can't be
told whether they do, nothing is said.
"""
