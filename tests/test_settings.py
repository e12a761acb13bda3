"""Settings: one table, a file, the environment; nothing wrong gets in."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.model.errors import BadInput, StorageError
from desktop_app.settings import SETTINGS, Setting, Settings, check

URL = Setting("google.api_root", "", "", url=True)


def test_every_default_is_a_value_the_row_accepts() -> None:
    for row in SETTINGS:
        assert check(row, row.default) == row.default


def test_a_changed_value_is_there_after_a_restart(tmp_path: Path) -> None:
    Settings(tmp_path, {}).change("mail.undo_seconds", 30)
    assert Settings(tmp_path, {}).number("mail.undo_seconds") == 30


def test_the_environment_wins_and_says_so(tmp_path: Path) -> None:
    settings = Settings(tmp_path, {"DRAFTDESK_LOOK_THEME": "dark"})
    settings.change("look.theme", "light")
    assert settings.text("look.theme") == "dark"
    assert settings.forced("look.theme")


def test_comments_and_keys_of_a_newer_version_stay(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('# mine\n[mail]\nundo_seconds = 5 # short\nnewer = "x"\n', "utf-8")
    Settings(tmp_path, {}).change("look.theme", "dark")
    text = path.read_text("utf-8")
    assert "# mine" in text
    assert "# short" in text
    assert 'newer = "x"' in text


@pytest.mark.parametrize(
    ("key", "value"),
    [("mail.undo_seconds", 7), ("mail.undo_seconds", "x"), ("look.theme", "pink"),
     ("look.text_percent", 5), ("mail.trusted_recipients", 5)],
)  # fmt: skip
def test_a_wrong_value_is_refused_and_the_old_one_stays(
    tmp_path: Path, key: str, value: object
) -> None:
    settings = Settings(tmp_path, {})
    before = settings.value(key)
    with pytest.raises(BadInput, match=key):
        settings.change(key, value)
    assert settings.value(key) == before


def test_a_wrong_value_in_the_file_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("[mail]\nundo_seconds = 7\n", "utf-8")
    assert Settings(tmp_path, {}).number("mail.undo_seconds") == 10


def test_a_file_that_is_no_toml_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("[mail\n", "utf-8")
    with pytest.raises(StorageError, match="not valid TOML"):
        Settings(tmp_path, {})


def test_watchers_hear_of_a_change_until_they_leave(tmp_path: Path) -> None:
    settings, heard = Settings(tmp_path, {}), list[str]()
    stop = settings.watch(heard.append)
    settings.change("look.theme", "dark")
    stop()
    settings.change("look.theme", "light")
    assert heard == ["look.theme"]


@pytest.mark.parametrize(
    "address",
    [
        "https://gmail.googleapis.com/",
        "http://127.0.0.1:8080/x",
        "http://localhost",
        "http://[::1]:9",
    ],
)
def test_https_and_this_computer_are_good_addresses(address: str) -> None:
    assert check(URL, address) == address


@pytest.mark.parametrize(
    "address",
    ["http://example.com", "http://127.0.0.1@evil.example/", "http://127.0.0.1.evil.example",
     "ftp://x", "https://", "http://localhost@evil.example", "javascript:1"],
)  # fmt: skip
def test_plain_http_elsewhere_is_refused(address: str) -> None:
    with pytest.raises(BadInput):
        check(URL, address)


@given(st.text())
def test_no_text_gets_past_the_address_check_but_https_and_loopback(text: str) -> None:
    try:
        check(URL, text)
    except BadInput:
        return
    assert text == "" or text.lower().startswith(("https://", "http://"))
