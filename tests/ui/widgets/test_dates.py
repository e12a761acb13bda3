"""Dates, times and numbers of the window, as the system writes them."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale

from desktop_app.model.invitation import when
from desktop_app.model.local_forms import PLAIN
from desktop_app.ui.widgets import dates
from desktop_app.ui.widgets.dates import file_size, forms, forms_of, long_date, number, short_date

ROOT = Path(dates.__file__).resolve().parents[2]
NOW = datetime(2026, 11, 26, 18, 0).astimezone().timestamp()
TODAY = datetime(2026, 11, 26, 14, 2).astimezone().timestamp()
THIS_YEAR = datetime(2026, 11, 5, 9, 30).astimezone().timestamp()
BEFORE = datetime(2019, 3, 5, 0, 5).astimezone().timestamp()

SHORT = {
    "C": ("14:02", "5 Nov", "5 Mar 2019"),
    "de_DE": ("14:02", "5. Nov.", "5. März 2019"),
    "en_US": ("2:02\u202fPM", "Nov 5", "Mar 5, 2019"),
    "en_GB": ("14:02", "5 Nov", "5 Mar 2019"),
    "fr_FR": ("14:02", "5 nov.", "5 mars 2019"),
    "ja_JP": ("14:02", "11月5日", "2019年3月5日"),
    "ar_EG": ("٢:٠٢ م", "٥ نوفمبر", "٥ مارس ٢٠١٩"),
    "fa_IR": ("۱۴:۰۲", "۵ نوامبر", "۵ مارس ۲۰۱۹"),
}
LONG = {
    "C": ("Thu 5 Nov, 09:30", "5 Mar 2019, 00:05"),
    "de_DE": ("Do., 5. Nov., 09:30", "5. März 2019, 00:05"),
    "en_US": ("Thu, Nov 5, 9:30\u202fAM", "Mar 5, 2019, 12:05\u202fAM"),
    "en_GB": ("Thu, 5 Nov, 09:30", "5 Mar 2019, 00:05"),
    "fr_FR": ("jeu. 5 nov., 09:30", "5 mars 2019, 00:05"),
    "ja_JP": ("11月5日木, 9:30", "2019年3月5日, 0:05"),
    "ar_EG": ("الخميس، ٥ نوفمبر, ٩:٣٠ ص", "٥ مارس ٢٠١٩, ١٢:٠٥ ص"),
    "fa_IR": ("پنجشنبه ۵ نوامبر, ۹:۳۰", "۵ مارس ۲۰۱۹, ۰:۰۵"),
}
NUMBERS = {
    "C": ("1,234,567", "3.4 MB"),
    "de_DE": ("1.234.567", "3,4 MB"),
    "en_US": ("1,234,567", "3.4 MB"),
    "fr_FR": ("1\u202f234\u202f567", "3,4 MB"),
    "ar_EG": ("١٬٢٣٤٬٥٦٧", "٣٫٤ MB"),
    "en_IN": ("12,34,567", "3.4 MB"),
    "es_ES": ("1.234.567", "3,4 MB"),
}
FIRST = {"de_DE": 0, "en_US": 6, "ar_EG": 5, "fa_IR": 5, "C": 0}


@pytest.fixture(autouse=True)
def the_locale_before() -> Iterator[None]:
    before = QLocale()
    yield
    QLocale.setDefault(before)


@pytest.mark.parametrize("name", SHORT)
def test_a_list_has_the_systems_dates(name: str) -> None:
    QLocale.setDefault(QLocale(name))
    assert tuple(short_date(at, NOW) for at in (TODAY, THIS_YEAR, BEFORE)) == SHORT[name]
    assert short_date(0, NOW) == ""


@pytest.mark.parametrize("name", LONG)
def test_a_message_has_the_systems_dates(name: str) -> None:
    QLocale.setDefault(QLocale(name))
    assert tuple(long_date(at, NOW) for at in (THIS_YEAR, BEFORE)) == LONG[name]
    assert long_date(TODAY, NOW) == SHORT[name][0]


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_and_sizes_have_the_systems_signs(name: str) -> None:
    QLocale.setDefault(QLocale(name))
    assert (number(1_234_567), file_size(3_400_000)) == NUMBERS[name]


@pytest.mark.parametrize("name", FIRST)
def test_the_week_begins_where_the_system_begins_it(name: str) -> None:
    assert forms_of(QLocale(name)).first_weekday == FIRST[name]


def test_an_invitation_has_the_systems_date_in_its_sentence() -> None:
    start, end = datetime(2026, 11, 5, 14).astimezone(), datetime(2026, 11, 5, 15).astimezone()
    here = forms_of(QLocale("de_DE"))
    assert when(start, end, forms=here) == "Donnerstag, 5. November 2026, 14:00 to 15:00"
    assert when(date(2026, 11, 5), None, forms=here) == "Donnerstag, 5. November 2026, all day"


def test_every_locale_has_a_day_a_month_and_a_clock_and_no_sign_at_either_end() -> None:
    day, moment = date(2026, 11, 5), datetime(2026, 11, 5, 14, 2).astimezone()
    every = QLocale.matchingLocales(
        QLocale.Language.AnyLanguage, QLocale.Script.AnyScript, QLocale.Country.AnyCountry
    )
    assert len(every) > 300
    for locale in every:
        here = forms_of(locale)
        months = (here.short_months[10], here.months[10], "11", here.number(11))
        told = here.short_day(day)
        assert any(month in told for month in months), locale.name()
        assert here.number(5) in told, locale.name()
        assert told == told.strip(" ,"), locale.name()
        assert _in(here.digits, "26") in here.short_day_of_year(day), locale.name()
        assert _in(here.digits, "2") in here.time(moment), locale.name()
        assert here.twelve is (_in(here.digits, "14") not in here.time(moment)), locale.name()


def _in(digits: str, text: str) -> str:
    return "".join(digits[int(sign)] for sign in text)


def test_variables_of_the_environment_say_each_for_itself() -> None:
    """Dates are LC_TIME's, numbers LC_NUMERIC's, whatever the language of the system is."""
    said = _told({"LANG": "en_US.UTF-8", "LC_TIME": "de_DE.UTF-8", "LC_NUMERIC": "fr_FR.UTF-8"})
    assert said == ["5. Nov.", "1\u202f234", "3,4 MB"]
    assert _told({"LC_ALL": "C"}) == ["5 Nov", "1,234", "3.4 MB"]


def _told(environment: dict[str, str]) -> list[str]:
    code = (
        "from datetime import datetime\n"
        "from desktop_app.ui.widgets.dates import short_date, number, file_size\n"
        "at, now = (datetime(2026, 11, n).timestamp() for n in (5, 26))\n"
        "import sys\n"
        "told = (short_date(at, now), number(1234), file_size(3_400_000))\n"
        "sys.stdout.buffer.write('|'.join(told).encode())\n"
    )
    command = [sys.executable, "-c", code]
    given = {"PYTHONPATH": str(ROOT.parent), "QT_QPA_PLATFORM": "offscreen", **environment}
    done = subprocess.run(command, env=given, capture_output=True, check=True, timeout=60)
    return done.stdout.decode().split("|")


def test_the_window_here_is_that_of_no_language() -> None:
    assert forms() is PLAIN


def test_nobody_asks_the_c_library_or_python_for_names_or_groups() -> None:
    """Python's `%A`, `%b` follow whatever locale a library has set for the process (Qt's
    application does): sentences and what programs are told would change with it."""
    wrong = []
    for path in ROOT.rglob("*.py"):
        inside = "ui" in path.relative_to(ROOT).parts
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if _WORTH.search(text) else ():
            form = _form(node)
            own = inside and path.name not in _FOR_MACHINES
            if _NAMES.search(form) or (own and _SIGNS.search(form)):
                wrong.append(f"{path}: {ast.unparse(node)}")
            named = node.names if isinstance(node, ast.ImportFrom) else []
            if any(name.name == "QLocale" for name in named) and path.name not in _MAY_ASK:
                wrong.append(f"{path} imports QLocale")
    assert wrong == []


_WORTH = re.compile(r"%[A-Za-z]|:,|:[^}]*\.[1-9]f|QLocale")
"""In a file without these there is nothing to find."""

_SIGNS = re.compile(r",|\.[1-9]f|%[A-Za-z]")
_FOR_MACHINES = ("reader_style.py",)
"""Style sheets have points whatever the system writes."""

_NAMES = re.compile("%[AaBbcxXp]")
_MAY_ASK = ("dates.py", "app.py")
"""`app.py` asks for the language in which one writes, for the dictionaries."""


def _form(node: ast.AST) -> str:
    """What a value is formatted by, in an f-string or by `strftime`."""
    if isinstance(node, ast.FormattedValue) and isinstance(node.format_spec, ast.JoinedStr):
        parts = node.format_spec.values
        return "".join(str(p.value) for p in parts if isinstance(p, ast.Constant))
    if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "strftime":
        return "".join(str(a.value) for a in node.args if isinstance(a, ast.Constant))
    return ""
