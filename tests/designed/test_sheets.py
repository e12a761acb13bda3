"""The command that draws sheets of difficult mails."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from tests.designed.mails import FOLDER, mail, names
from tests.designed.sheets import main


def test_there_are_forty_mails() -> None:
    assert len(names()) == 40
    assert mail("newsletter.html") == mail("newsletter.html")


@pytest.mark.parametrize("look", ["light", "dark"])
def test_mails_are_drawn_beside_each_other(qapp: QApplication, tmp_path: Path, look: str) -> None:
    mails = [tmp_path / name for name in ("receipt.html", "plain-thread.txt")]
    for path in mails:
        path.write_bytes(mail(path.name))
    assert main([str(tmp_path / "out"), "--look", look, "--mails", *map(str, mails)]) == 0
    [sheet] = (tmp_path / "out").iterdir()
    assert sheet.name == f"{look}-01.png"
    assert QImage(str(sheet)).width() > 1_200
    assert (FOLDER / "receipt.html").exists()
