"""The person's mail program, as the system has it: asked, and changed by the system's own tools.

Linux and other desktops of freedesktop.org: xdg-settings and xdg-mime of xdg-utils. Other systems
let no program choose itself; there are words for them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from desktop_app.model.errors import StorageError, Unavailable

ENTRY = "draftdesk.desktop"
MAILTO = "x-scheme-handler/mailto"
KINDS = (MAILTO, "message/rfc822", "application/mbox")
"""What a mail program opens. Calendar files and vCards can be opened too, and belong to other
programs on most computers: they are left to whom they are."""

WORDS = {MAILTO: "links to mail addresses", "message/rfc822": "mails saved as files"}
WORDS["application/mbox"] = "mailbox files"
_SECONDS = 15.0
HOW: Mapping[str, str] = {
    "darwin": "Open Mail, then Mail → Settings → General → Default email reader.",
    "win32": "Open Settings → Apps → Default apps, and choose Draftdesk for MAILTO.",
}
"""What the person does where no program may choose itself."""


@dataclass(frozen=True, slots=True)
class Changed:
    """`kind` in words, and the names of the desktop entries before and after; empty for none."""

    kind: str
    before: str
    after: str


class DefaultProgram:
    """`environment` is that of the session. Every method waits for other programs."""

    def __init__(
        self, system: str = sys.platform, environment: Mapping[str, str] = os.environ
    ) -> None:
        self._system, self._environment = system, dict(environment)

    @property
    def how(self) -> str:
        """What the person does themself; empty where `become` does it."""
        return HOW.get(self._system, "")

    def now(self) -> str:
        """The desktop entry that mail addresses are opened with; empty where none is known."""
        return "" if self.how else self._asked(MAILTO)

    def become(self, resources: Path, exec_line: str, try_exec: str) -> list[Changed]:
        """Make this program the one that opens mail. Where its desktop entry is not installed it is
        written for this person, with these values of Exec and TryExec. Returns what is what
        now. Raises `Unavailable`, `StorageError`."""
        if self.how:
            raise Unavailable("The system lets no program choose itself.", next_step=self.how)
        for tool in ("xdg-mime", "xdg-settings"):
            if shutil.which(tool, path=self._environment.get("PATH")) is None:
                raise Unavailable(
                    f"The program {tool} is not installed.", next_step="Install xdg-utils."
                )
        before = {kind: self._asked(kind) for kind in KINDS}
        self._install(resources, exec_line, try_exec)
        # xdg-settings 1.1 takes no program whose path has a space in it; xdg-mime does.
        setting = ("set", "default-url-scheme-handler", "mailto", ENTRY)
        self._run("xdg-settings", *setting, must=False)
        self._run("xdg-mime", "default", ENTRY, *KINDS)
        after = {kind: self._asked(kind) for kind in KINDS}
        return [Changed(WORDS[kind], before[kind], after[kind]) for kind in KINDS]

    def _install(self, resources: Path, exec_line: str, try_exec: str) -> None:
        if any((place / "applications" / ENTRY).exists() for place in self._places()):
            return
        path = self._places()[0] / "applications" / ENTRY
        try:
            lines = (resources / ENTRY).read_text("utf-8").splitlines()
            ours = [_own(line, exec_line, try_exec) for line in lines]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join(ours) + "\n", "utf-8")
        except OSError as error:
            why = error.strerror or "the system refused"
            raise StorageError(f"{path} can't be written: {why}.") from error

    def _places(self) -> list[Path]:
        """Where desktop entries are, that of the person first (XDG Base Directory 0.8)."""
        home = self._environment.get("HOME", "/")
        own = self._environment.get("XDG_DATA_HOME") or f"{home}/.local/share"
        shared = self._environment.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
        return [Path(own), *(Path(place) for place in shared.split(":") if place)]

    def _asked(self, kind: str) -> str:
        found = self._run("xdg-mime", "query", "default", kind, must=False).strip()
        return found.splitlines()[0][:200] if found else ""

    def _run(self, *command: str, must: bool = True) -> str:
        """What a program prints. Raises `Unavailable` where it `must` succeed and does not."""
        try:
            done = subprocess.run(  # noqa: S603  # names of ours
                command,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            if must:
                raise Unavailable(f"The program {command[0]} does not answer.") from None
            return ""
        if must and done.returncode:
            raise Unavailable(f"The program {command[0]} could not change it.")
        return done.stdout.decode("utf-8", "replace")


def _own(line: str, exec_line: str, try_exec: str) -> str:
    """A line of the entry, with the command instead of the program's name."""
    name, sign, value = line.partition("=")
    if sign and name == "Exec":
        return f"Exec={exec_line}{value.removeprefix('draftdesk')}"
    return f"TryExec={try_exec}" if sign and name == "TryExec" else line
