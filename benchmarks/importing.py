"""The same Maildir into Draftdesk, `notmuch new` and `mu index`: rate, memory, disk.

The other programs' figures are kept beside the corpus, because they take minutes; `fresh`
measures them again.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.measure import Usage, run, size_on_disk


@dataclass(frozen=True, slots=True)
class Imported:
    """One program's import of `messages` messages; sizes in bytes, times in seconds."""

    program: str
    messages: int
    seconds: float
    processor: float
    peak: int
    disk: int

    @property
    def rate(self) -> float:
        """Messages a second."""
        return self.messages / self.seconds


@dataclass(frozen=True, slots=True)
class Place:
    """Where one corpus and what is made of it lie."""

    folder: Path
    messages: int

    @property
    def mail(self) -> Path:
        return self.folder / "mail"

    @property
    def profile(self) -> Path:
        return self.folder / "profile"

    @property
    def notmuch(self) -> Path:
        return self.folder / "notmuch"

    @property
    def notmuch_config(self) -> Path:
        return self.folder / "notmuch.config"


def draftdesk(place: Place) -> Imported:
    """`draftdesk import` into an empty profile."""
    shutil.rmtree(place.profile, ignore_errors=True)
    command = [sys.executable, "-m", "desktop_app", "--profile", str(place.profile)]
    usage = run([*command, "import", str(place.mail)])
    return _imported("draftdesk import", place, usage, place.profile)


def notmuch(place: Place) -> Imported:
    """`notmuch new`, its database apart from the mail."""
    shutil.rmtree(place.notmuch, ignore_errors=True)
    place.notmuch.mkdir()
    place.notmuch_config.write_text(
        f"[database]\npath={place.notmuch}\nmail_root={place.mail}\n"
        "[user]\nname=Alex Morgan\nprimary_email=alex@fernhill.example\n"
        "[new]\ntags=unread;inbox\n[maildir]\nsynchronize_flags=true\n"
    )
    environment = {"NOTMUCH_CONFIG": str(place.notmuch_config)}
    usage = run(["notmuch", "new", "--quiet"], environment=environment)
    return _imported("notmuch new", place, usage, place.notmuch)


def mu(place: Place) -> Imported:
    """`mu index`."""
    home = place.folder / "mu"
    shutil.rmtree(home, ignore_errors=True)
    run(["mu", "init", f"--muhome={home}", f"--maildir={place.mail}", "--quiet"])
    usage = run(["mu", "index", f"--muhome={home}", "--quiet"])
    return _imported("mu index", place, usage, home)


def all_of_them(place: Place, *, fresh: bool) -> list[Imported]:
    """Ours, and the others as far as they are installed."""
    results = [draftdesk(place)]
    others: tuple[tuple[str, Callable[[Place], Imported]], ...] = (
        ("notmuch", notmuch),
        ("mu", mu),
    )
    for program, measure in others:
        if shutil.which(program):
            results.append(_kept(place.folder / f"{program}.json", place, measure, fresh=fresh))
    return results


def _kept(
    file: Path, place: Place, measure: Callable[[Place], Imported], *, fresh: bool
) -> Imported:
    if file.exists() and not fresh:
        return Imported(**json.loads(file.read_text()))
    result = measure(place)
    file.write_text(json.dumps(asdict(result)))
    return result


def _imported(program: str, place: Place, usage: Usage, folder: Path) -> Imported:
    return Imported(
        program,
        place.messages,
        usage.seconds,
        usage.processor,
        usage.peak,
        size_on_disk(folder),
    )
