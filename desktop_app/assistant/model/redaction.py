"""Redaction of confidential text in JSON values: see mail/words/confidential.py.

What was taken out is named in square brackets, so that a draft that repeats it cannot be sent
before a person fills it in.
"""

from __future__ import annotations

from typing import Any

from desktop_app.mail.words.confidential import redacted


def redacted_all(value: Any) -> Any:
    """`redacted` in every text of a JSON value; names of fields stay."""
    if isinstance(value, str):
        return redacted(value)
    if isinstance(value, dict):
        return {key: redacted_all(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [redacted_all(each) for each in value]
    return value
