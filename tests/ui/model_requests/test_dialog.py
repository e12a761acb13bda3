"""What was sent to a model: listed, read word for word, copied byte for byte."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtGui import QGuiApplication

from desktop_app.model.conversation import SentPayload
from desktop_app.tools.person import conversations
from desktop_app.ui.model_requests.dialog import SLICE, SentDialog
from desktop_app.ui.model_requests.payload_text import MOST_SHOWN, payload_text
from tests.sure import there
from tests.ui.conftest import WindowDriver

BODY = b'{"messages":[{"content":"Hello\\nthere, \\"you\\" and C:\\\\new"}],  "model":"m"}'
Show = Callable[..., SentDialog]


def send(driver: WindowDriver, body: bytes, conversation: str = "a", at: float = 0.0) -> int:
    payload = SentPayload(
        conversation, at or driver.house.now, "https://api.example/v1/chat", "m", body
    )
    return driver.house.store.conversations.keep_payload(payload)


@pytest.fixture
def show(driver: WindowDriver) -> Iterator[Show]:
    made: list[SentDialog] = []

    def begin(payload_id: int = 0, conversation_id: str = "") -> SentDialog:
        params = conversations.ListPayloads(conversation_id=conversation_id)
        dialog = SentDialog(driver.bench, params, driver.window, payload_id)
        dialog.show()
        made.append(dialog)
        return dialog

    yield begin
    for dialog in made:
        dialog.close()
        dialog.deleteLater()


def test_a_request_is_readable_and_its_copy_is_exact(driver: WindowDriver, show: Show) -> None:
    send(driver, BODY)
    dialog = show(conversation_id="a")
    driver.until(lambda: bool(dialog.text.toPlainText()))
    shown = dialog.text.toPlainText()
    assert 'Hello\nthere, \\"you\\" and C:\\\\new' in shown
    dialog.copy.click()
    assert QGuiApplication.clipboard().text() == BODY.decode()
    assert dialog.list.item(0).text().endswith(f"api.example, {len(BODY)} bytes")


def test_only_what_left_for_this_conversation_is_listed(driver: WindowDriver, show: Show) -> None:
    send(driver, b'{"n": 1}')
    send(driver, b'{"n": 2}', "another")
    dialog = show(conversation_id="a")
    driver.until(lambda: dialog.list.count() == 1)
    driver.until(lambda: '"n": 1' in dialog.text.toPlainText())


def test_the_wanted_request_is_in_front(driver: WindowDriver, show: Show) -> None:
    first = send(driver, b'{"n": 1}')
    send(driver, b'{"n": 2}')
    dialog = show(first, conversation_id="a")
    driver.until(lambda: '"n": 1' in dialog.text.toPlainText())
    assert dialog.list.current == first
    dialog.list.setCurrentRow(0)
    driver.until(lambda: '"n": 2' in dialog.text.toPlainText())


def test_nothing_sent_is_said(driver: WindowDriver, show: Show) -> None:
    dialog = show(conversation_id="nobody")
    driver.until(
        lambda: there(dialog.states.currentWidget()).accessibleName() == "Nothing was sent."
    )
    assert not dialog.copy.isEnabled()


def test_what_leaves_meanwhile_appears(driver: WindowDriver, show: Show) -> None:
    send(driver, b'{"n": 1}')
    dialog = show(conversation_id="a")
    driver.until(lambda: dialog.list.count() == 1)
    send(driver, b'{"n": 2}')
    driver.until(lambda: dialog.list.count() == 2)


def test_a_long_request_comes_whole(driver: WindowDriver, show: Show) -> None:
    words = [f"word {n}" for n in range(20_000)]
    body = json.dumps(words).encode()
    send(driver, body)
    dialog = show(conversation_id="a")
    driver.until(lambda: "word 19999" in dialog.text.toPlainText())
    assert len(dialog.text.toPlainText()) > 5 * SLICE
    assert json.loads(dialog.text.toPlainText()) == words


def test_what_is_no_json_is_shown_as_it_is() -> None:
    assert payload_text(b"no json \xff").shown == "no json \ufffd"


def test_more_than_a_window_takes_is_cut_and_said() -> None:
    found = payload_text(b"x" * (MOST_SHOWN + 5))
    assert found.shown.endswith("… 5 more characters: Copy has them all.")
    assert len(found.exact) == MOST_SHOWN + 5


def test_no_line_is_longer_than_can_be_laid_out_at_once() -> None:
    found = payload_text(b'{"a": "' + b"x" * 30_000 + b'"}')
    assert max(map(len, found.shown.splitlines())) == 1000
    assert found.shown.count("x") == found.exact.count("x") == 30_000
