"""A patch on its way through a mail: `git format-patch`, composed, carried badly, `git am`."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from desktop_app.mail.drafts.compose import compose
from desktop_app.model.address import Address
from desktop_app.model.draft import DraftContent

pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(shutil.which("git") is None, reason="there is no git"),
]
BEFORE = "one\ntwo \n\tthree\nFrom here\n>From there\n.\n..\n-- \nend"
AFTER = {
    "every kind of line": "one\ntwo  \n\tthree \nFrom on\n>From there\n>>From\n.\n...\n- \n\nend\n",
    "long lines": f"{'x' * 5_000}y \n{'ü' * 1_200}ß\t\nend",
    "odd signs": "\x0cpage\nsep\u2028arated\nno\u00a0break\n= =20 =?utf-8?q?x?=\n日本語\n\n",
    "short and plain": "one\ntwo\n",
}  # fmt: skip


def git(folder: Path, *words: str) -> str:
    named = ("-c", "user.name=Ä B", "-c", "user.email=a@x.example", "-c", "core.autocrlf=false")
    done = subprocess.run(
        ["git", *named, *words], cwd=folder, capture_output=True, check=True, timeout=60
    )
    return done.stdout.decode()


@pytest.fixture
def change(tmp_path: Path, request: pytest.FixtureRequest) -> tuple[Path, str, str]:
    """A folder with a change, its patch, and its subject."""
    source = tmp_path / "source"
    source.mkdir()
    git(source, "init", "-q", "-b", "main")
    (source / "f.txt").write_text(BEFORE, newline="")
    git(source, "add", ".")
    git(source, "commit", "-qm", "start")
    (source / "f.txt").write_text(AFTER[request.param], newline="")
    git(source, "commit", "-qam", "Change the words\n\nWith a line.\nAnd another.")
    patch = git(source, "format-patch", "-1", "--stdout")
    return source, patch.partition("\n\n")[2], "[PATCH] Change the words"


@pytest.mark.parametrize("change", AFTER, indirect=True)
@pytest.mark.parametrize("signature", ["", "Alex\nFernhill"])
def test_a_patch_is_applied_as_it_was_made(
    change: tuple[Path, str, str], signature: str, tmp_path: Path
) -> None:
    source, body, subject = change
    content = DraftContent(
        Address("Ä B", "a@x.example"),
        to=(Address("", "list@x.example"),),
        subject=subject,
        body=body,
        signature=signature,
    )
    raw = compose(content, message_id="m@x", date=1_795_248_900, read_attachment=lambda _: b"")
    (tmp_path / "mail").write_bytes(carried_badly(raw))
    target = tmp_path / "target"
    git(tmp_path, "clone", "-q", str(source), str(target))
    git(target, "reset", "-q", "--hard", "HEAD~1")
    git(target, "am", "-q", str(tmp_path / "mail"))
    assert (target / "f.txt").read_bytes() == (source / "f.txt").read_bytes()
    assert git(target, "log", "-1", "--format=%an %ae %s") == git(
        source, "log", "-1", "--format=%an %ae %s"
    )


def carried_badly(raw: bytes) -> bytes:
    """As servers may do: spaces at line ends go, a line that begins with `From ` gets a mark, and
    lines end as in a file."""
    lines = [line.rstrip(b" \t") for line in raw.split(b"\r\n")]
    return b"\n".join(re.sub(rb"^(>*From )", rb">\1", line) for line in lines)
