"""Settings: one table, a file, the environment; nothing wrong gets in."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.model.errors import BadInput, StorageError
from desktop_app.settings import MOST_BYTES, Settings, check, settings_or_aside
from desktop_app.settings_row import Setting
from desktop_app.settings_table import SETTINGS

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


BROKEN = {
    "not UTF-8": b"[mail]\nname = \xff",
    "not valid TOML": b"[mail\n",
    "nested too deep": b"a = " + b"[" * 5000 + b"]" * 5000,
    "larger than": b"#" * (MOST_BYTES + 1),
    "Exceeds the limit": b"a = " + b"9" * 5000,
    "exceeds the limit": b"[mail]\nundo_seconds = 0x" + b"f" * 20_000,
}


@pytest.mark.parametrize("reason", BROKEN)
def test_a_file_that_can_not_be_read_is_kept_aside_and_the_defaults_hold(
    tmp_path: Path, reason: str
) -> None:
    (tmp_path / "settings.toml").write_bytes(BROKEN[reason])
    with pytest.raises(StorageError, match=f"(?i){reason}"):
        Settings(tmp_path, {})
    assert (tmp_path / "settings.toml").exists(), "a look moves nothing"
    settings, trouble = settings_or_aside(tmp_path)
    assert trouble is not None
    assert reason.lower() in trouble.sentence.lower()
    assert "settings.toml.broken" in trouble.next_step
    assert (tmp_path / "settings.toml.broken").read_bytes() == BROKEN[reason]
    settings.change("mail.undo_seconds", 30)
    assert Settings(tmp_path, {}).number("mail.undo_seconds") == 30
    assert (tmp_path / "settings.toml.broken").read_bytes() == BROKEN[reason]


def test_a_folder_or_a_pipe_in_place_of_the_file_is_no_trap(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").mkdir()
    assert settings_or_aside(tmp_path)[1] is not None
    os.mkfifo(tmp_path / "settings.toml")
    assert settings_or_aside(tmp_path)[1] is not None
    names = sorted(p.name for p in tmp_path.iterdir())
    assert names == ["settings.toml.broken", "settings.toml.broken2"]


def test_a_file_that_can_be_read_stays_where_it_is(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("[mail]\nundo_seconds = 30\n")
    settings, trouble = settings_or_aside(tmp_path)
    assert (settings.number("mail.undo_seconds"), trouble) == (30, None)


def test_a_file_that_broke_since_the_start_is_not_written_over(tmp_path: Path) -> None:
    settings = Settings(tmp_path, {})
    (tmp_path / "settings.toml").write_bytes(b"\xff")
    with pytest.raises(StorageError):
        settings.change("mail.undo_seconds", 30)
    assert (tmp_path / "settings.toml").read_bytes() == b"\xff"


def test_a_value_where_a_section_belongs_gives_way(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("mail = 5\n")
    Settings(tmp_path, {}).change("mail.undo_seconds", 30)
    assert Settings(tmp_path, {}).number("mail.undo_seconds") == 30


def test_a_wrong_variable_of_the_environment_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as refused:
        Settings(tmp_path, {"DRAFTDESK_MAIL_UNDO_SECONDS": "soon"})
    assert "DRAFTDESK_MAIL_UNDO_SECONDS" in refused.value.next_step
