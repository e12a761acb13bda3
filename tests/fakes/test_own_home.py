"""Whatever is pressed in a window of a test, no file of the person's own is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.tools.hosts.bridge_hosts import HOSTS, place
from tests.fakes.own_home import ELSEWHERE, own_home


def test_every_program_s_file_is_in_the_home_of_the_test(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ELSEWHERE:
        monkeypatch.setenv(name, "/somewhere/else")
    found = [place(host, own_home(tmp_path)) for host in HOSTS]
    assert [path for path in found if not path.is_relative_to(tmp_path)] == []
    assert len(found) > 5
