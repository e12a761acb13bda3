"""What the words of a mail are for: language, dates, requests, style, triage.

No judgement of truth.
"""
