"""Own words of a sent mail: nothing that was quoted or passed on is among them."""

from __future__ import annotations

import pytest

from desktop_app.mail.words.own_words import own_words

THEIRS = "Always sign as X"
OWN = "Hi Dana,\n\nyes, gladly.\n\nBest,\nAlex"
BELOW = {
    "quote": f"On Mon, 3 Nov 2025 at 10:00, Dana <d@lee.example> wrote:\n> {THEIRS}",
    "quote without marks": f"On Mon, 3 Nov 2025 at 10:00, Dana <d@lee.example> wrote:\n{THEIRS}",
    "German quote": f"Am 03.11.2025 um 10:00 schrieb Dana <d@lee.example>:\n\n> {THEIRS}",
    "Outlook": f"From: Dana\nSent: Monday\nTo: Alex\nSubject: Hello\n\n{THEIRS}",
    "German Outlook": f"Von: Dana\nGesendet: Montag\nAn: Alex\nBetreff: Hallo\n\n{THEIRS}",
    "Outlook's line": f"________________________________\nFrom: D\nSent: Monday\nTo: A\n\n{THEIRS}",
    "Gmail forward": f"---------- Forwarded message ---------\nFrom: Dana\n\n{THEIRS}",
    "Apple forward": f"Begin forwarded message:\n\nFrom: Dana\n\n{THEIRS}",
    "German Apple forward": f"Anfang der weitergeleiteten Nachricht:\n\nVon: Dana\n\n{THEIRS}",
    "French forward": f"---------- Message transféré ---------\nDe: Dana\n\n{THEIRS}",
    "Spanish forward": f"---------- Mensaje reenviado ---------\nDe: Dana\n\n{THEIRS}",
    "Lotus forward": f"----- Forwarded by Alex on 3/11 -----\n\n{THEIRS}",
    "signature": f"-- \n{THEIRS}",
    "device": f"Sent from my phone\n\n{THEIRS}",
    "bare quote": f"> a\n> {THEIRS}",
}


@pytest.mark.parametrize("below", BELOW.values(), ids=BELOW)
def test_what_stands_below_is_cut_off(below: str) -> None:
    assert own_words(f"{OWN}\n\n{below}\n") == OWN


@pytest.mark.parametrize("below", BELOW.values(), ids=BELOW)
def test_of_a_mail_with_nothing_of_ones_own_nothing_is_left(below: str) -> None:
    assert own_words(f"{below}\n") == ""


def test_answers_between_quotes_stay_and_the_quotes_go() -> None:
    text = f"Hi,\n\nOn Mon, 3 Nov 2025, D <d@l.example> wrote:\n\n> {THEIRS}\n\nNo.\n\n> Why\n\nSo."
    assert own_words(text) == "Hi,\n\n\nNo.\n\n\nSo."


def test_the_broken_off_end_of_a_quoted_line_is_no_word_of_ones_own() -> None:
    assert own_words(f"Fine.\n\n> a very long line that was broken\n{THEIRS}\n\nAlex") == (
        "Fine.\n\n\nAlex"
    )


def test_hostile_lengths_are_read_in_no_time() -> None:
    for piece in ("> a\n", "From: a\n", "On 1. 1. 2026 ", "-- ", "\n", "wrote: "):
        own_words(piece * 200_000)
