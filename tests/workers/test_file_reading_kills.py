"""Kills (signal 9) while attachments are read: nothing is lost, nothing is read into two rows."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from desktop_app.model.file_state import FileCounts
from tests.depths import in_depth
from tests.mail.files.canaries import KINDS, canaries
from tests.store.mails import opened
from tests.workers.file_mails import finds, stored

PATIENCE = 60.0
STEPS = 4
"""Words that the process says for each mail: it is killed at one of them."""


def kill(profile: Path, words: int) -> None:
    """Start the reading, and kill it once it has said so many words."""
    program = [sys.executable, "-m", "tests.workers.reading_child", str(profile)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert all(child.stdout.readline() for _ in range(words))
        child.kill()


@pytest.mark.parametrize(("kills", "number"), in_depth([(2, len(KINDS)), (40, 200)]))
def test_what_was_killed_is_gone_on_with(tmp_path: Path, kills: int, number: int) -> None:
    dice = random.Random(kills)
    files = list(canaries(number))
    with opened(tmp_path / "p") as store:
        stored(store, files)
    for _ in range(kills):
        kill(tmp_path / "p", dice.randint(1, 2 * STEPS))
        with opened(tmp_path / "p") as store:
            counts = store.file_texts.counts()
            assert counts.files + 2 * counts.waiting == number
    subprocess.run(
        [sys.executable, "-m", "tests.workers.reading_child", str(tmp_path / "p")],
        timeout=PATIENCE,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    with opened(tmp_path / "p") as store:
        assert store.file_texts.counts() == FileCounts(number, 0)
        assert [finds(store, file.seen) for file in files] == [(file.name,) for file in files]
