"""Settings of Mozilla programs: read as data, tolerant, in one pass."""

from __future__ import annotations

import time

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.accounts.moving.prefs import LONGEST_LINE, read_prefs

USUAL = rb"""// Mozilla User Preferences
user_pref("mail.server.server1.name", "Local \"Folders\" \u00e9 \xe9 \\ \n\ud83d\ude00");
user_pref("mail.server.server1.port", 993);
user_pref("mail.identity.id1.attach_signature", true);
user_pref('mail.single', 'it\'s');
user_pref("browser.startup.page", 3);
user_pref("mail.broken", 12
user_pref("mail.late", "no end);
user_pref("mail.call", alert(1));
"""


def test_texts_numbers_and_truths_are_read_and_code_is_not() -> None:
    assert read_prefs(USUAL) == {
        "mail.server.server1.name": 'Local "Folders" é é \\ \n😀',
        "mail.server.server1.port": 993,
        "mail.identity.id1.attach_signature": True,
        "mail.single": "it's",
    }


def test_the_last_value_of_a_setting_counts() -> None:
    assert read_prefs(b'user_pref("mail.a", 1);\nuser_pref("mail.a", 2);\n') == {"mail.a": 2}


@given(st.binary(max_size=400))
def test_any_bytes_are_read_without_an_error(data: bytes) -> None:
    read_prefs(b'user_pref("mail.x", "' + data)
    read_prefs(data)


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=60))
def test_a_text_that_was_written_is_read_back(text: str) -> None:
    written = text.replace("\\", "\\\\").replace('"', '\\"')
    read = read_prefs(f'user_pref("mail.x", "{written}");'.encode())
    assert read == {"mail.x": text.encode("utf-16").decode("utf-16")}


def test_a_file_of_many_megabytes_is_read_in_a_moment_and_a_line_without_end_is_passed_over() -> (
    None
):
    lines = b'user_pref("calendar.x", "y");\n' * 300_000
    endless = b'user_pref("mail.x", "' + b"\\" * (LONGEST_LINE + 5) + b"\n"
    begun = time.process_time()
    found = read_prefs(lines + endless + b'user_pref("mail.z", 1);\n')
    assert found == {"mail.z": 1}
    assert time.process_time() - begun < 3
