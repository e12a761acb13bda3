"""Rows of drafts say how the mail begins."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.ui.drafts.draft_rows import first_words
from tests.fakes.house import TestHouse
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import own_mail, propose


@pytest.mark.parametrize(
    ("body", "kind", "words"),
    [
        ("Hello Dana,\n\nyes.\n\nAlex", "text/plain", "yes. Alex"),
        ("Dear all:\nWe meet\non  Friday.", "text/plain", "We meet on Friday."),
        ("Thanks!", "text/plain", "Thanks!"),
        ("", "text/plain", ""),
        ("<p>Hello <b>Dana</b>,</p><p>yes</p>", "text/html", "yes"),
    ],
)
def test_the_first_words_pass_over_the_greeting(
    house: TestHouse, body: str, kind: str, words: str
) -> None:
    draft = own_mail(house, subject="Plan", body="x")
    content = replace(draft.content, body=body, content_type=kind)
    assert first_words(replace(draft, content=content)) == words


def test_a_row_to_review_says_how_the_mail_begins(driver: WindowDriver) -> None:
    propose(driver.house, "Hello Dana,\n\nthe roof is paid.\n\nAlex")
    driver.bench.actions.trigger("go_review")
    pane = driver.window.frame.drafts
    driver.until(lambda: pane.list.count() == 1)
    [row] = pane.list.rows()
    assert row.words.startswith("the roof is paid.")
    assert "the roof is paid" in row.sentence
