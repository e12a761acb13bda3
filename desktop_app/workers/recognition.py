"""Words on pictures of pages, recognised by the program `tesseract` where it is installed.

It is run for one picture at a time, by the process that reads files: it has that process's limits
of memory and processor time (inherited), one thread, the picture, and no file.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator

from desktop_app.mail.files.scans import page_pictures

PROGRAM = "tesseract"
SECONDS_A_PAGE = 60.0
SECONDS_A_FILE = 240.0
"""By the clock, after which no further page of a file is begun."""

_MOST_LANGUAGES = 3
_MOST_WORDS = 100_000
_ENVIRONMENT = ("PATH", "HOME", "LANG", "TESSDATA_PREFIX", "SYSTEMROOT", "LD_LIBRARY_PATH")


def is_installed() -> bool:
    return shutil.which(PROGRAM) is not None


def recognised(data: bytes) -> str:
    """The words on the pages of a file, a page a paragraph; empty where there are none, or nothing
    recognises them."""
    program = shutil.which(PROGRAM)
    return "\n\n".join(_pages(program, data)) if program else ""


def _pages(program: str, data: bytes) -> Iterator[str]:
    begun = time.monotonic()
    languages = ""
    for picture in page_pictures(data):
        if time.monotonic() - begun > SECONDS_A_FILE:
            return
        languages = languages or _languages(program)
        command = [program, "stdin", "stdout", *(["-l", languages] if languages else [])]
        words = _said(command, picture).strip()
        if words:
            yield words[:_MOST_WORDS]


def _languages(program: str) -> str:
    """Those that are installed: the first of them, but for the one that only turns pages."""
    listed = _said([program, "--list-langs"], b"").splitlines()[1:]
    found = [name.strip() for name in listed if name.strip() and name.strip() != "osd"]
    return "+".join(found[:_MOST_LANGUAGES])


def _said(command: list[str], given: bytes) -> str:
    environment = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
    try:
        done = subprocess.run(  # noqa: S603 - the program that the person has installed
            command,
            input=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=SECONDS_A_PAGE,
            check=False,
            env={**environment, "OMP_THREAD_LIMIT": "1"},
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.decode("utf-8", "replace")
