"""mail.reader.quote: where the history starts in plain text."""

# ruff: noqa: E501 - mails and pages stand as they are
from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.mail.reader.quote import history_start, signature_start

ATTRIBUTIONS = [
    "On 12 Nov 2026 at 14:02, Dana Lee <d@x.example> wrote:",
    "On Thu, Nov 12, 2026 at 2:02 PM Dana Lee\n<dana.lee@x.example> wrote:",
    "Am 12.11.2026 um 14:02 schrieb Dana Lee:",
    "Le 12 nov. 2026 à 14:02, Dana Lee a écrit :",
    "El jue, 12 nov 2026 a las 14:02, Dana Lee (<d@x.example>) escribió:",
    "Il giorno gio 12 nov 2026 alle ore 14:02 Dana Lee ha scritto:",
    "Em qui., 12 de nov. de 2026 às 14:02, Dana Lee escreveu:",
    "Op 12-11-2026 om 14:02 schreef Dana Lee:",
    "Den 2026-11-12 kl. 14:02, skrev Dana Lee:",
    "W dniu 12.11.2026 o 14:02, Dana Lee napisał(a):",
    "12.11.2026 14:02, Дана Ли пишет:",
    "2026年11月12日(木) 14:02 Dana Lee <d@x.example>:",
    "Dana Lee <d@x.example> 于2026年11月12日周四 14:02写道：",
    "to 12. marrask. 2026 klo 14.02 Dana Lee (dana@x.example) kirjoitti:",
    "Op 12 nov. 2026 om 14:02 heeft Dana Lee <d@x.example> het volgende geschreven:",
    "Dana Lee <d@x.example> ezt írta (időpont: 2026. nov. 12., Cs, 14:02):",
    "На чт, 12.11.2026 г. в 14:02 Dana Lee <d@x.example> написа:",
    "Dana Lee <d@x.example> escreveu no dia quinta, 12/11/2026 à(s) 14:02:",
    "W dniu 12.11.2026 o 14:02, Dana Lee pisze:",
    "čt 12. 11. 2026 v 14:02 odesílatel Dana Lee <d@x.example>\nnapsal:",
    "Í skilaboðum 12.11.2026 kl. 14:02 ritaði Dana Lee:",
    "Vào 14:02 12/11/2026, Dana Lee đã viết:",
    "Pada 12/11/2026 14:02, Dana Lee menulis:",
    "Dana Lee <d@x.example>, 12 Kas 2026 Per, 14:02 tarihinde şunu yazdı:",
    "בתאריך יום ה׳, 12 בנוב׳ 2026 ב-14:02 מאת Dana Lee <d@x.example>:",
    "في ١٢ نوفمبر 2026 14:02، كتب Dana Lee <d@x.example>:",
]


@pytest.mark.parametrize("line", ATTRIBUTIONS)
def test_attributions_of_many_languages_start_the_history(line: str) -> None:
    text = f"Yes.\n\n{line}\n> When?\n> Where?\n"
    assert text[history_start(text) :].startswith(line)


@pytest.mark.parametrize(
    "block",
    [
        "-----Original Message-----\nFrom: D\nSent: Monday\nTo: A\nSubject: x\n\nold",
        "From: Dana Lee <d@x.example>\nSent: Thursday, 12 November 2026 14:02\nTo: Alex\nSubject: x\n\nold",
        "________________________________\nVon: Dana Lee\nGesendet: Donnerstag\nAn: Alex\nBetreff: x\n\nold",
        "De : Dana Lee\nEnvoyé : jeudi\nÀ : Alex\nObjet : x\n\nold",
        "发件人: Dana\n发送时间: 2026年\n收件人: Alex\n主题: x\n\nold",
        "> only quoted\n> lines",
    ],
)
def test_header_blocks_and_bare_quotes_start_the_history(block: str) -> None:
    text = f"Yes.\n\n{block}\n"
    assert text[history_start(text) :].rstrip("\n") == block


@pytest.mark.parametrize(
    "text",
    [
        "> What time?\n\nTen.\n\n> Where?\n\nHere.\n",
        "On 1 May 2026 at 10:00, D wrote:\n> What?\n\nThis.\n",
        "> all\n> quoted\n",
        "I wrote:\nnothing special.\n",
        "From: here on it is easy.\nAnd so on.\n",
        "FYI\n\n---------- Forwarded message ---------\nFrom: D\nDate: x\nTo: y\n\nnews",
        "",
        "Hello\n\n-- \nAlex\n",
        "Please write to Dana (dana@x.example) by 16 November 2026, 10:00:\nthe list, the keys\n",
    ],
)
def test_nothing_is_folded_where_something_fresh_would_go_with_it(text: str) -> None:
    assert history_start(text) == -1


@pytest.mark.parametrize("line", ATTRIBUTIONS)
@pytest.mark.parametrize(
    "fresh", ["Best,\nAlex", "See 3.5.2026 10:00.", "Yes, as of 12:30 on 1/2/2026"]
)
def test_no_fresh_line_goes_with_the_line_above_a_quote(line: str, fresh: str) -> None:
    """Nor where nothing is left empty between them."""
    text = f"Yes.\n{fresh}\n{line}\n> When?\n"
    start = history_start(text)
    assert text[:start].rstrip("\n") in {f"Yes.\n{fresh}", f"Yes.\n{fresh}\n{line}"}
    text = f"Yes.\n{fresh}\n\n{line}\n> When?\n"
    assert text[history_start(text) :].startswith(line)


def test_bare_quotes_of_html_need_a_line_above_them() -> None:
    text = "Please note:\n\n> The office moves on 3 May.\n"
    assert history_start(text, bare=False) == -1
    assert history_start(f"Yes.\n\n{ATTRIBUTIONS[0]}\n> When?\n", bare=False) == 6


def test_a_signature_or_list_footer_below_the_quote_does_not_matter() -> None:
    text = "Yes.\n\n> When?\n\n-- \nAlex\n"
    assert text[history_start(text) :].startswith("> When?")


def test_the_signature_starts_at_its_mark() -> None:
    text = "Yes.\n\n-- \nAlex\nFernhill\n"
    assert text[signature_start(text) :] == "-- \nAlex\nFernhill\n"
    assert signature_start("no mark") == -1


@given(
    st.lists(
        st.sampled_from(["> a", "b", "", "On 1 May 2026, D wrote:", "-- ", "From: x", "To: y"])
    )
)
def test_a_history_always_starts_a_line_and_leaves_something_fresh(lines: list[str]) -> None:
    text = "\n".join(lines)
    start = history_start(text)
    if start >= 0:
        assert text[:start].strip()
        assert text[start - 1] == "\n"
