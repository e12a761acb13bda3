"""The real web engine on a hostile page: nothing leaves."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
PICTURES = {"/picture.png", "/set.png", "/background.png", "/body.png", "/list.png", "/svg.png",
            "/input.png", "/poster.png"}  # fmt: skip


def probe(module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        environment["QTWEBENGINE_DISABLE_SANDBOX"] = "1"
    return subprocess.run(
        [sys.executable, "-m", f"tests.ui.reading.{module}", *arguments],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=90, check=False,
    )  # fmt: skip


def asked_for(*arguments: str) -> set[str]:
    done = probe("original_probe", *arguments)
    lines = [line for line in done.stdout.splitlines() if line.startswith("[")]
    if not lines:
        pytest.skip(f"the web engine does not start here: {done.stderr[-300:]}")
    return set(json.loads(lines[-1]))


@pytest.mark.system
def test_the_original_of_a_hostile_mail_contacts_no_one() -> None:
    assert asked_for() == set()


@pytest.mark.system
def test_a_plain_view_of_the_same_page_is_seen_to_ask() -> None:
    assert asked_for("--unlocked") & PICTURES


@pytest.mark.system
def test_the_original_is_as_large_as_mail_is_read() -> None:
    done = probe("zoom_probe")
    lines = [line for line in done.stdout.splitlines() if line.startswith("[")]
    if not lines:
        pytest.skip(f"the web engine does not start here: {done.stderr[-300:]}")
    plain, larger, smaller, again = json.loads(lines[-1])
    assert larger == pytest.approx(1.5 * plain, rel=0.1)
    assert smaller == pytest.approx(0.8 * plain, rel=0.1)
    assert again == pytest.approx(plain, rel=0.02)


@pytest.mark.system
def test_the_focus_goes_into_an_original_while_keys_are_watched() -> None:
    done = probe("focus_probe")
    assert (done.returncode, done.stdout.strip()) == (0, "[]"), done.stderr[-600:]


def drawn(*arguments: str) -> dict[str, Any]:
    done = probe("renderer_probe", *arguments)
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    if not lines:
        pytest.skip(f"the web engine does not start here: {done.stderr[-300:]}")
    found: dict[str, Any] = json.loads(lines[-1])
    return found


@pytest.mark.system
def test_a_process_that_takes_too_much_memory_is_ended_and_told() -> None:
    assert drawn("plain", "40", "20")["stopped"] == ["takes too much memory to be read"]


@pytest.mark.system
def test_a_process_that_takes_too_long_is_ended_and_told() -> None:
    assert drawn("endless", "3000", "1", "raw")["stopped"] == ["takes too long to be read"]


@pytest.mark.system
@pytest.mark.campaign
def test_blurs_within_each_other_take_no_more_than_words() -> None:
    calm, plain = drawn("blurs", "3000", "30"), drawn("plain", "3000", "30")
    assert calm["stopped"] == []
    assert calm["peak"] < plain["peak"] + 100
