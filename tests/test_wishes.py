"""The command line's wishes: what is asked of the window, and what is refused before."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import pytest

from desktop_app.command_line import completed, parser
from desktop_app.model.errors import BadInput, KnownError, NotFound
from desktop_app.model.wish import Letter, Want, Wish
from desktop_app.wishes import MOST_BODY, wishes_of


def wished(*arguments: str) -> tuple[Wish, ...]:
    return wishes_of(parser().parse_args(completed(arguments)))


def test_no_command_wishes_the_window_alone() -> None:
    assert wished() == ()
    assert wished("--background") == ()


@pytest.mark.parametrize("before", [(), ("--profile", "/tmp/mailto:x"), ("--profile=/tmp/a.eml",)])
def test_a_mailto_address_needs_no_command(before: tuple[str, ...]) -> None:
    link = "MAILTO:dana@lee.example?subject=a+b"
    assert wished(*before, link) == (Wish(Want.COMPOSE, letter=Letter(link=link)),)
    assert wished(*before, "open", link) == (Wish(Want.COMPOSE, letter=Letter(link=link)),)


def test_files_are_named_by_their_place_however_they_are_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mail, odd = tmp_path / "a.eml", tmp_path / "an invitation #1.ics"
    for path in (mail, odd):
        path.write_text("x")
    monkeypatch.chdir(tmp_path)
    wanted = (Wish(Want.FILES, paths=(str(mail.resolve()), str(odd.resolve()))),)
    assert wished("a.eml", odd.as_uri()) == wanted
    assert wished("open", "./a.eml", "an invitation #1.ics", "a.eml") == wanted


@pytest.mark.parametrize(
    ("argument", "problem"),
    [
        ("gone.eml", NotFound),
        (".", BadInput),
        ("file://elsewhere.example/etc/passwd", BadInput),
        ("file:///gone.vcf", NotFound),
        ("x" * 5_000, BadInput),
        ("/dev/zero", BadInput),
    ],
)
def test_what_is_no_file_here_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, argument: str, problem: type[KnownError]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(problem):
        wished("open", argument)


def test_a_command_of_another_name_stays_one() -> None:
    assert completed(["search", "a.eml"]) == ["search", "a.eml"]
    assert completed(["import", "mailto:x"]) == ["import", "mailto:x"]
    assert completed([]) == []
    assert completed(["--profile"]) == ["--profile"]


def test_a_letter_has_what_was_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    attached = tmp_path / "plan.pdf"
    attached.write_bytes(b"%PDF")
    stdin: Any = type("In", (), {"buffer": io.BytesIO("Hä\r\nno".encode())})
    monkeypatch.setattr(sys, "stdin", stdin)
    [wish] = wished(
        *("compose", "--to", "Dana <dana@lee.example>", "--to", "sam@x.example"),
        *("--cc", "c@x.example", "--bcc", "b@x.example", "--subject", "Plan"),
        *("--body-file", "-", "--attach", str(attached)),
    )
    assert wish.letter == Letter(
        to=("Dana <dana@lee.example>", "sam@x.example"),
        cc=("c@x.example",),
        bcc=("b@x.example",),
        subject="Plan",
        body="Hä\nno",
        files=(str(attached.resolve()),),
    )


def test_a_text_that_is_too_long_is_refused_and_an_attachment_has_to_be_there(
    tmp_path: Path,
) -> None:
    long = tmp_path / "long.txt"
    long.write_text("x" * (MOST_BODY + 1))
    with pytest.raises(BadInput, match="characters"):
        wished("compose", "--body-file", str(long))
    with pytest.raises(NotFound):
        wished("compose", "--attach", str(tmp_path / "gone"))
    with pytest.raises(BadInput):
        wished("compose", "--attach", str(tmp_path))
