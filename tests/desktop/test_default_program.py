"""The person's mail program: asked of the system's own tools, and changed by them."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from desktop_app.desktop.autostart import exec_line, try_exec
from desktop_app.desktop.default_program import KINDS, DefaultProgram
from desktop_app.locations import resources
from desktop_app.model.errors import Unavailable

COMMAND = ("/opt/Draft desk/draftdesk", "--profile", "/home/me/50%")
NEEDED = all(shutil.which(name) for name in ("xdg-mime", "xdg-settings", "update-desktop-database"))


def session(home: Path) -> dict[str, str]:
    """A session of a plain window manager, with nothing of this machine's but its programs."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "XDG_DATA_DIRS": str(home / "none"),
        "XDG_CONFIG_DIRS": str(home / "none"),
    }


@pytest.mark.skipif(not NEEDED, reason="xdg-utils are not installed here")
def test_the_system_is_asked_and_what_it_changed_is_shown(tmp_path: Path) -> None:
    (tmp_path / ".config").mkdir()
    applications = tmp_path / ".local/share/applications"
    applications.mkdir(parents=True)
    other = "[Desktop Entry]\nType=Application\nName=Other\nExec=other %u\nMimeType={};\n"
    (applications / "other.desktop").write_text(other.format(";".join(KINDS)))
    (tmp_path / ".config/mimeapps.list").write_text(
        "[Default Applications]\n" + "".join(f"{kind}=other.desktop\n" for kind in KINDS)
    )
    program = DefaultProgram("linux", session(tmp_path))
    assert program.now() == "other.desktop"
    changed = program.become(resources(), exec_line(COMMAND), try_exec(COMMAND))
    assert [(c.before, c.after) for c in changed] == [("other.desktop", "draftdesk.desktop")] * 3
    assert program.now() == "draftdesk.desktop"
    written = (applications / "draftdesk.desktop").read_text("utf-8").splitlines()
    started = '"/opt/Draft desk/draftdesk" --profile /home/me/50%%'
    assert [line for line in written if line.startswith("Exec=")] == [
        f"Exec={started} %U",
        f"Exec={started} compose",
    ]
    assert f"TryExec={COMMAND[0]}" in written


def test_without_the_tools_the_person_is_told_which(tmp_path: Path) -> None:
    nothing = {"PATH": str(tmp_path), "HOME": str(tmp_path)}
    program = DefaultProgram("linux", nothing)
    assert program.now() == ""
    with pytest.raises(Unavailable, match="xdg-mime is not installed"):
        program.become(resources(), exec_line(COMMAND), try_exec(COMMAND))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_where_no_program_may_choose_itself_there_are_words(tmp_path: Path, system: str) -> None:
    program = DefaultProgram(system, {"HOME": str(tmp_path)})
    assert program.how
    with pytest.raises(Unavailable):
        program.become(resources(), exec_line(COMMAND), try_exec(COMMAND))
    assert list(tmp_path.iterdir()) == []
