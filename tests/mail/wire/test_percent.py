"""Percent signs in addresses: any text is one part of an address, and comes back."""

from __future__ import annotations

from urllib.parse import quote, unquote

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.mail.wire.percent import decoded, encoded


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=80))
def test_a_text_comes_back_and_parts_nothing(text: str) -> None:
    assert encoded(text) == quote(text, safe="")
    assert decoded(encoded(text)) == text
    assert encoded(text, b"@+") == quote(text, safe="@+")


@given(st.text(max_size=80))
def test_any_text_is_read(text: str) -> None:
    assert decoded(text.encode("utf-8", "replace").decode()) == unquote(
        text.encode("utf-8", "replace").decode(), errors="replace"
    )
    decoded(text)
    encoded(text)
