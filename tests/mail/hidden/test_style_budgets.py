"""Styles are worked out in bounded time and memory, however hostile the mail."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable

import pytest

from desktop_app.mail.hidden.css_values import LONGEST
from desktop_app.mail.hidden.hidden import MOST_STYLES
from desktop_app.mail.hidden.style import css_variables
from desktop_app.mail.hidden.style.css_variables import BEYOND, Budget, Scope
from desktop_app.mail.reader.html import read_html
from tests.crafted import mails
from tests.depths import in_depth


def doubling(depth: int) -> dict[str, str]:
    rules = {f"--v{n}": f"var(--v{n - 1})var(--v{n - 1})" for n in range(1, depth)}
    return {"--v0": "red", **rules}


def test_a_value_that_doubles_forty_times_is_cut_off() -> None:
    scope = Scope(doubling(40), None, Budget())
    tracemalloc.start()
    try:
        found = scope.substituted("var(--v39)")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert found is not None
    assert BEYOND in found
    assert len(found) <= LONGEST
    assert peak < 1_000_000


def test_a_short_value_that_doubles_is_read() -> None:
    assert Scope(doubling(4), None, Budget()).substituted("var(--v3)") == "red" * 8


def test_a_mail_has_a_budget_of_substitutions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(css_variables, "MOST_SUBSTITUTIONS", 20)
    page = "<style>p{--a:red}</style>" + "".join(
        f"<p style='color:var(--a,#{n:03x})'>word{n}" for n in range(40)
    )
    reading = read_html(page)
    assert "word0" in reading.text.split("[", maxsplit=1)[0]
    assert reading.doubtful[-1].endswith("word39")


@pytest.mark.parametrize("text", ["var(--a)", "var(--b)", "var(--c, var(--a))", "var()", "var(--"])
def test_what_names_itself_or_nothing_is_invalid(text: str) -> None:
    scope = Scope({"--a": "var(--b)", "--b": "var(--a)"}, None, Budget())
    assert scope.substituted(text) is None


def test_a_cycle_has_a_fallback() -> None:
    scope = Scope({"--a": "var(--a)"}, None, Budget())
    assert scope.substituted("var(--a, White)") == "white"


def test_scopes_beyond_what_is_followed_are_doubtful() -> None:
    page = "<div style='--z:1'>" * 60 + "<p style='color:var(--c,red)'>deep"
    assert read_html(f"<div style='--c:#000'>{page}").doubtful == ("deep",)


def test_styles_beyond_those_that_are_worked_out_are_doubtful() -> None:
    page = "".join(f"<p style='color:#{n:06x}'>x{n}" for n in range(MOST_STYLES + 1))
    reading = read_html(page)
    assert reading.doubtful == (f"x{MOST_STYLES}",)
    assert reading.text.count("x") == MOST_STYLES + 1


BOMBS = (
    mails.style_variables, mails.style_sums, mails.style_nests, mails.style_bomb,
    mails.doubling_in_a_sheet, mails.custom_properties, mails.variables_in_turn, mails.styles_apart,
    mails.gradients, mails.spaced_styles, mails.nested_rules, mails.pale,
)  # fmt: skip


@pytest.mark.parametrize("bombs", in_depth([list(BOMBS[:1]), list(BOMBS[1:])]))
def test_bombs_are_read_without_much_memory(bombs: list[Callable[[], bytes]]) -> None:
    pytest.importorskip("resource")
    from benchmarks.peak_of_memory import forget_the_peak, peak_of_memory

    forget_the_peak()
    before = peak_of_memory()
    for bomb in bombs:
        assert read_html(bomb().decode()).text
    assert peak_of_memory() - before < 150


@pytest.mark.parametrize(
    "page",
    [
        "<style media='(a" + "[" * 900 + "'>p{}</style><p>seen",
        "<p style='font-size:calc" + "(" * 490 + "1px" + ")" * 490 + "'>seen",
        "<p style='color:" + "light-dark(" * 14 + "red" + ",red)" * 14 + "'>seen",
        "<p style='--a:((((((((((;--b:" + "var(--a)" * 90 + ";font-size:calc(var(--b))'>seen",
        "<p style='transform:rotate();scale:;translate:%;clip-path:inset();mask:;filter:x()'>seen",
        "<p style='clip-path:polygon(;clip:rect(a,b,c,d);font:;background:/;inset:'>seen",
        "<p style='transform:matrix(a,b,c,d,e,f) matrix3d(1) scale(nan)'>seen",
        "<p style='font-size:calc(1px / 0);width:calc(pow(9,9999)*1px);zoom:calc(1/0)'>seen",
        "<p style='color:rgb();background:linear-gradient();color:color-mix(in a, b)'>seen",
        "<p style='color:oklch(1e999 1e999 nan);background:lab(1e400 1 1)'>seen",
        "<style>@layer{}@media (min-width:){}@media (a/b){}@media (1/0 < width){}</style>seen",
        "<style>@property x{}@property --x{a}@keyframes{}@supports{}@media{p{}}</style>seen",
        "<style>@scope{}@scope (){}@container{}</style>seen<p style='font:1px/'>seen",
        "<style>&{}&&{color:red}.a{& &{&{}}}:is(){}:not(:not(){}*::x{}</style>seen",
        "<font color='" + "z" * 999 + "' size=99>seen</font><table bgcolor='#'><td bgcolor=''>x",
    ],
)
def test_broken_styles_raise_nothing(page: str) -> None:
    assert "seen" in read_html(page).text
