"""Portions of a body: nothing is lost, each is well-formed and cheap to lay out."""

from __future__ import annotations

import html
import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtWidgets import QApplication, QScrollArea
from pytestqt.qtbot import QtBot

from desktop_app.mail.message.body import read_body
from desktop_app.mail.reader.sanitise import sanitise
from desktop_app.ui.reading.portions import portions
from desktop_app.ui.reading.reader import Reader
from desktop_app.ui.widgets.theme import Theme
from tests.crafted import mails
from tests.depths import examples, in_depth, one_in


def words(markup: str) -> str:
    return "".join(html.unescape(re.sub(r'<(?:[^>"]|"[^"]*")*>', "", markup)).split())


def test_a_common_mail_is_one_portion_and_unchanged() -> None:
    page = sanitise('<p>Hi <b>Dana</b>, a &lt; b</p><ul><li>x</li></ul><img src="cid:a">')
    assert portions(page) == (page,)


def test_nothing_at_all_is_no_portion() -> None:
    assert portions("") == ()


LONG = {
    "19,000 styles that differ",
    "3,000 gradients of sixty colours",
    "9,000 passages hard to see",
    "19,000 variables for 3,000 elements",
    "3,900 style rules",
}
SHORT = [name for name in sorted(mails.CRAFTED) if name not in LONG]


@one_in(5)
@pytest.mark.parametrize("name", in_depth(sorted(mails.CRAFTED), SHORT))
def test_the_portions_have_all_words_of_the_mail(name: str) -> None:
    body = read_body(mails.CRAFTED[name]())
    for page in (body.html, body.html_quoted):
        found = portions(page)
        assert words("".join(found)) == words(page)
        assert all(sanitise(one).count("<p") == one.count("<p") for one in found)


LARGE = {
    "words": "word " * 40_000,
    "long word": "x" * 30_000,
    "signs": "語ש" * 1_500,
    "items": "<li>x" * 3_000,
    "cells": "<td>1" * 900,
}
SMALL = "<p> </p> <ul> <ol> <li> </li> </ul> </ol> <b> </b> <table> <tr> <td> </table> <br>".split()


@settings(max_examples=examples(40))
@given(st.lists(st.sampled_from([*SMALL, *LARGE, "a < b"]), max_size=12))
def test_any_page_is_cut_into_well_formed_portions_without_loss(pieces: list[str]) -> None:
    page = "".join(LARGE.get(piece, piece) for piece in pieces)
    clean = sanitise(page)
    found = portions(clean)
    assert words("".join(found)) == words(clean)
    for one in found:
        assert sanitise(one).replace("<tbody>", "").replace("</tbody>", "") == one.replace(
            "<tbody>", ""
        ).replace("</tbody>", "")


def test_a_numbered_list_goes_on_counting() -> None:
    found = portions("<ol>" + "<li>x</li>" * 9_000 + "</ol>")
    shown = sum(one.count("<li>") for one in found[:1])
    assert len(found) > 2
    assert found[1].startswith(f'<ol start="{shown + 1}"><li>')


def test_a_row_of_a_table_is_not_cut() -> None:
    page = "<table>" + "<tr><td>a</td><td>b</td></tr>" * 4_000 + "</table>"
    found = portions(page)
    assert len(found) > 2
    assert all(one.startswith("<table>") and one.endswith("</table>") for one in found)
    assert {one.count("<td>") - 2 * one.count("<tr>") for one in found} == {0}


COSTLY = (
    "text of all code points",
    "9,000 list items",
    "50,000 lines",
    "one word of 119,000 letters",
    "16,000 changes of style",
    "a table of 8,100 cells",
    "one picture 2,000 times",
)


@one_in(3)
@pytest.mark.parametrize("name", COSTLY)
def test_no_portion_blocks_the_window_for_over_a_second(
    name: str, qtbot: QtBot, qapp: QApplication, theme: Theme
) -> None:
    area = QScrollArea()
    qtbot.addWidget(area)
    area.resize(760, 600)
    area.show()
    found = portions(read_body(mails.CRAFTED[name]()).html)
    assert len(found) > 1
    for page in found[:3]:
        reader = Reader(theme, "Message", {})
        started = time.thread_time()
        reader.show_html(page)
        area.setWidget(reader)
        qapp.processEvents()
        assert time.thread_time() - started < 1
