"""Invisible characters: taken out where they carry words, kept where a script or an emoji needs
them."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.mail.drafts.visible_content import in_words, invisible_places, visible_content
from desktop_app.mail.hidden import invisible
from desktop_app.mail.hidden.invisible import (
    has_invisible,
    in_characters,
    invisible_in,
    without_invisible,
)
from desktop_app.model.address import Address
from desktop_app.model.draft import DraftAttachment, DraftContent

TAGS = "".join(chr(0xE0000 + ord(c)) for c in "obey")
ENGLAND = "\U0001f3f4" + "".join(chr(0xE0000 + ord(c)) for c in "gbeng") + "\U000e007f"

TAKEN_OUT = {
    "tags": (f"Thanks{TAGS}", "Thanks"),
    "tags in no flag": (f"\U0001f3f4{TAGS}\U000e007f", "\U0001f3f4"),
    "language tag": ("a\U000e0001b", "ab"),
    "zero width space": ("a\u200bb", "ab"),
    "joiner between letters": ("a\u200db", "ab"),
    "joiner after an emoji": ("\U0001f600\u200d!", "\U0001f600!"),
    "two joiners": ("\U0001f600\u200d\u200d\U0001f600", "\U0001f600\U0001f600"),
    "non-joiner between letters": ("Auf\u200clage", "Auflage"),
    "no-break": ("a\u2060b\ufeffc", "abc"),
    "override": ("x\u202ey\u202c", "xy"),
    "isolates": ("\u2066a\u2069\u2067b\u2069", "ab"),
    "left mark in English": ("a\u200eb", "ab"),
    "marks in a row": ("\u05e9\u200f\u200f\u05d0", "\u05e9\u05d0"),
    "soft hyphen": ("so\u00adft", "soft"),
    "invisible times": ("2\u2062x", "2x"),
    "selector after a letter": ("a\ufe0fb", "ab"),
    "selectors in a row": ("\U0001f600\ufe0f\ufe0f", "\U0001f600\ufe0f"),
    "selector after a digit": ("1\ufe0f", "1"),
    "selectors that carry bytes": ("\U0001f600\U000e0140\U000e0141", "\U0001f600"),
    "selectors after each of Han": (
        "\u845b\U000e0100\u845b\U000e0101",
        "\u845b\U000e0100\u845b",
    ),
    "private use": ("\ue000\U000f0000", ""),
    "noncharacter": ("\ufdd0\uffff", ""),
    "unassigned": ("\u0378", ""),
    "annotation": ("\ufff9a\ufffab\ufffb", "ab"),
    "object": ("a\ufffcb", "ab"),
    "fillers": ("\u3164\uffa0\u115f\u1160", ""),
    "controls": ("a\x00\x1b\x7f\x85b", "ab"),
    "half a pair": ("a\ud800b", "ab"),
    "grapheme joiner": ("a\u034fb", "ab"),
}
KEPT = {
    "family": "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "heart on fire": "\u2764\ufe0f\u200d\U0001f525",
    "programmer": "\U0001f469\U0001f3fd\u200d\U0001f4bb",
    "keycap": "1\ufe0f\u20e3",
    "text style": "\u260e\ufe0e",
    "England": f"{ENGLAND}!",
    "Germany": "\U0001f1e9\U0001f1ea",
    "newer than Python's Unicode": "\U0001fae8 \U000323af",
    "Persian": "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "Hijri": "1445\u0647\u200d ",
    "Hindi": "\u0915\u094d\u200d\u0937 \u0915\u094d\u200c\u0937",
    "Malayalam": "\u0d30\u0d4d\u200d ",
    "Thai": "\u0e01\u200b\u0e02",
    "Hebrew with a mark": "\u05e9\u05dc\u05d5\u05dd\u200f! (a)\u200e",
    "a name in Japanese": "\u845b\U000e0100\u57ce",
    "accents": "e\u0301 \u00e9",
    "Arabic number sign": "\u0600\u0661",
    "old Hangul": "\u1100\u1160\u11a8 \u115f\u1161",
    "Mongolian": "\u182d\u180b",
    "slashed": "\u2229\ufe00",
    "white space": "a\tb\r\nc\u00a0d\u2028e",
}


@pytest.mark.parametrize("name", sorted(TAKEN_OUT))
def test_what_carries_words_unseen_is_taken_out(name: str) -> None:
    text, seen = TAKEN_OUT[name]
    assert without_invisible(text) == seen
    assert has_invisible(text)
    assert not has_invisible(seen)
    assert all(
        text[place] not in seen or text.count(text[place]) > 1 for place in invisible_in(text)
    )


@pytest.mark.parametrize("name", sorted(KEPT))
def test_what_a_script_or_an_emoji_is_written_with_stays(name: str) -> None:
    assert without_invisible(KEPT[name]) == KEPT[name]
    assert not has_invisible(KEPT[name])


@given(st.text())
def test_nothing_visible_is_lost_and_twice_is_once(text: str) -> None:
    seen = without_invisible(text)
    assert without_invisible(seen) in {seen, without_invisible(seen)}
    letters = [c for c in text if unicodedata.category(c)[0] in "LNPS" and c.isprintable()]
    kept = [c for c in seen if unicodedata.category(c)[0] in "LNPS" and c.isprintable()]
    assert [c for c in letters if c not in "\u3164\uffa0\u115f\u1160\ufffc"] == [
        c for c in kept if c not in "\u3164\uffa0\u115f\u1160\ufffc"
    ]


def test_references_in_mark_up_are_the_characters_they_stand_for() -> None:
    page = '<a href="?a=1&shy=2&amp;b" title="a&#x200b;b">a&shyb &zwj;c &amp;#x200b; &#xE0041;</a>'
    seen = without_invisible(in_characters(page))
    assert seen == '<a href="?a=1&shy=2&amp;b" title="ab">ab c &amp;#x200b; </a>'


def test_mark_up_written_by_references_stays_mark_up() -> None:
    page = "<p>1 &lt; 2 &#60;b&#62; caf&eacute; &nbsp; &#128104;&zwj;&#128102;</p>"
    assert without_invisible(in_characters(page)) == (
        "<p>1 &lt; 2 &#60;b&#62; caf\u00e9 \u00a0 \U0001f468\u200d\U0001f466</p>"
    )


ME = Address("Alex", "alex@fernhill.example")


def test_every_place_of_a_draft_is_cleaned_and_named() -> None:
    content = DraftContent(
        from_=ME,
        to=(Address(f"Dana{TAGS}", "dana@lee.example"),),
        subject=f"Hi{TAGS}",
        body=f"Thanks{TAGS}",
        quoted=f"> So{TAGS}",
        attachments=(DraftAttachment("1", f"a{TAGS}.pdf", "application/pdf", 1, "d"),),
    )
    seen, places = visible_content(content)
    assert (seen.subject, seen.body, seen.quoted) == ("Hi", "Thanks", "> So")
    assert (seen.to[0].name, seen.attachments[0].filename) == ("Dana", "a.pdf")
    assert in_words(places) == ("the subject, the text, the quoted text, a name and a file name")
    assert invisible_places(content) == ("the subject", "the text", "a name", "a file name")
    assert visible_content(seen) == (seen, ())


def test_mark_up_without_anything_hidden_stays_letter_by_letter() -> None:
    page = "<div>café&nbsp;&amp; more</div>"
    content = DraftContent(from_=ME, body=page, content_type="text/html")
    assert visible_content(content) == (content, ())
    assert invisible_places(content) == ()


def test_mark_up_that_hides_by_numbers_is_cleaned() -> None:
    page = "<p>Thanks&#xE006F;&#917602;</p>"
    content = DraftContent(from_=ME, body=page, content_type="text/html")
    seen, places = visible_content(content)
    assert (seen.body, in_words(places)) == ("<div>Thanks</div>", "the text")
    assert invisible_places(content) == ("the text",)


def test_the_first_look_at_a_text_misses_no_character() -> None:
    """Most texts are told at once to have nothing invisible: each code point that the whole pattern
    finds is something to that look as well. Above these planes nothing is assigned."""
    places = (*range(0xD800), *range(0xE000, 0x34000), *range(0xE0000, 0xE0400), 0xF0000, 0x10FFFF)
    found = invisible._pattern().finditer("a".join(map(chr, places)))
    assert [match[0] for match in found if not invisible._may_hide(match[0])] == []
