"""Words of a search as a query, in four languages; the query is one that the search can read."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.assistant.starter.asked.query_words import as_query
from desktop_app.search.parser import parse
from tests.depths import examples

TODAY = date(2026, 9, 14)


@pytest.mark.parametrize(
    ("words", "query"),
    [
        ("unread from Priya", "is:unread from:Priya"),
        ("anything bigger than 1 MB", "larger:1M"),
        ("everything about the open day before November", "open day before:2026/11/01"),
        ("launch but not from sam", "launch -from:sam"),
        ("sam's mails", "from:sam"),
        ("newsletters", "is:news"),
        ("starred", "is:starred"),
        ("mails I sent to Tom", "in:sent to:Tom"),
        ("emails from chris young in september",
         "from:chris young after:2026/09/01 before:2026/10/01"),
        ("mails between 2 and 5 september", "after:2026/09/02 before:2026/09/06"),
        ("mails from last month with attachments", "newer_than:1m has:attachment"),
        ("everything from sam except the invoice", "from:sam -invoice"),
        ("mails older than 2 weeks", "older_than:2w"),
        ("ungelesene mails von dieser woche", "is:unread after:2026/09/14"),
        ("alles von klaus", "from:klaus"),
        ("mails ohne anhang", "-has:attachment"),
        ("die letzten 3 tage", "newer_than:3d"),
        ("tous les messages avec pièce jointe de plus de 2 Mo", "has:attachment larger:2M"),
        ("mails non lus de nina", "is:unread from:nina"),
        ("sin leer desde el 10 de septiembre", "is:unread after:2026/09/10"),
        ("correos de lucía sobre el presupuesto", "from:lucía presupuesto"),
        ("correos de más de 3 MB", "larger:3M"),
    ],
)  # fmt: skip
def test_words_become_a_query(words: str, query: str) -> None:
    assert as_query(words, TODAY) == query
    parse(query)


@settings(max_examples=examples(200), deadline=None)
@given(
    st.lists(
        st.sampled_from(
            "mails from sam last week before november 10 september bigger than 1 MB with "
            "attachment von klaus seit gestern non lus de luc desde el lunes not 31 february "
            "between and".split()
        ),
        max_size=10,
    )
)
def test_any_of_these_words_in_any_order_give_a_query_that_can_be_read(words: list[str]) -> None:
    parse(as_query(" ".join(words), TODAY))
