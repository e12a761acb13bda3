"""Adding an account, signing in again, allowing more: pages, waiting, and what can go wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QMessageBox, QPushButton, QWidget

from desktop_app.model.account import Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.changes import Changes
from desktop_app.model.draft import CheckLevel, Draft
from desktop_app.model.errors import BadInput, NoKeyring, Refused
from desktop_app.model.progress import Progress
from desktop_app.model.sign_in import PERMISSION_WORDS, Permission, SignInSource, SignInSourceKind
from desktop_app.model.sync import SyncPhase, SyncStatus
from desktop_app.tools.answers.status_results import AccountStatus
from desktop_app.tools.person import draft_review
from desktop_app.tools.verbs import create_draft, send_draft
from desktop_app.ui.accounts.account_state import words_of
from desktop_app.ui.accounts.pane import AccountCard
from desktop_app.ui.accounts.sign_in_dialog import SignInDialog
from desktop_app.ui.accounts.wizard import AccountWizard, Step
from desktop_app.ui.accounts.wizard_pages import GOOGLE
from desktop_app.ui.widgets.every_widget import every_widget
from desktop_app.ui.widgets.strips import Strip
from tests.fakes.enrolment import ADDRESS, EMAIL, ScriptedEnrolment, health
from tests.fakes.house import NOW, Directory, TestHouse, permit
from tests.ui.conftest import WindowDriver

CLIENT = SignInSource("environment", SignInSourceKind.CLIENT, "The client from GMAIL_CLIENT_ID")
THEIRS = SignInSource("gcloud", SignInSourceKind.SIGN_IN, "The sign-in of the gcloud program")


@dataclass
class Door:
    driver: WindowDriver
    enrolment: ScriptedEnrolment
    opened: list[str]

    def wizard(self, way: str = GOOGLE) -> AccountWizard:
        self.driver.bench.actions.trigger("add_account")
        found = self.dialog(AccountWizard)
        assert isinstance(found, AccountWizard)
        found.welcome.ways.choose(way)
        return found

    def dialog(self, kind: type[QDialog]) -> QDialog:
        self.driver.qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), kind))
        return QApplication.activeModalWidget()  # type: ignore[return-value]

    def to_sign_in(self, wizard: AccountWizard) -> None:
        """Welcome, client, wishes, sign in."""
        wizard.next()
        self.until(wizard.client.isComplete)
        wizard.next()
        wizard.next()
        assert wizard.currentId() == Step.SIGN_IN

    def until(self, holds: Callable[[], bool]) -> None:
        self.driver.qtbot.waitUntil(holds, timeout=10_000)


@pytest.fixture
def door(house: TestHouse, open_window: Callable[..., WindowDriver]) -> Door:
    enrolment = ScriptedEnrolment(house.store)
    enrolment.found = (CLIENT,)
    house.enrolment = enrolment
    house.directory = Directory(lambda _: health())
    driver = open_window()
    opened: list[str] = []
    assert driver.window.late is not None
    driver.window.late.account_dialogs.open_address = opened.append
    return Door(driver, enrolment, opened)


def buttons(parent: QWidget) -> dict[str, QPushButton]:
    found = parent.findChildren(QPushButton)
    return {b.text(): b for b in found if b.isVisibleTo(parent)}


def texts(parent: QWidget) -> str:
    return "\n".join(w.text() for w in parent.findChildren(QLabel) if w.isVisibleTo(parent))


def test_two_presses_open_one_wizard(door: Door) -> None:
    door.driver.bench.actions.trigger("add_account")
    first = door.wizard()
    assert door.driver.window.findChildren(AccountWizard) == [first]


def test_a_sign_in_from_the_first_page_to_the_last(door: Door) -> None:
    wizard = door.wizard()
    wizard.next()
    door.until(wizard.client.isComplete)
    wizard.next()
    wizard.permissions_page.boxes[Permission.WRITE].setChecked(True)
    wizard.permissions_page.period.choose("30")
    wizard.next()
    door.until(lambda: door.opened == [ADDRESS])
    [asked] = door.enrolment.started
    assert asked["permissions"] == (Permission.READ, Permission.WRITE)
    assert (asked["source"], asked["file"]) == ("environment", None)
    assert wizard.panel.address.text() == ADDRESS
    assert "Go on in your browser" in texts(wizard.panel)
    door.enrolment.browser.set()
    door.until(lambda: wizard.currentId() == Step.CHECKLIST)
    assert door.enrolment.finished[0]["days"] == 30
    assert f"signed in as {EMAIL}" in texts(wizard.checklist)
    assert "keyring" in texts(wizard.checklist)
    wizard.accept()
    assert door.enrolment.cancelled == []


def test_only_reading_is_asked_for_unless_more_is_chosen(door: Door) -> None:
    wizard = door.wizard()
    assert wizard.permissions_page.permissions == (Permission.READ,)
    assert not wizard.permissions_page.boxes[Permission.READ].isEnabled()
    assert set(wizard.permissions_page.boxes) == set(PERMISSION_WORDS)
    wizard.reject()


def test_without_a_client_the_page_waits_for_a_file(door: Door, tmp_path: Path) -> None:
    door.enrolment.found = ()
    file = tmp_path / "client_secret.json"
    file.write_text(json.dumps({"installed": {"client_id": "i"}}))
    wizard = door.wizard()
    wizard.next()
    door.until(lambda: door.driver.bench.calls.jobs.idle)
    assert not wizard.client.isComplete()
    for words in ("test user", "Desktop app", "7 days", "not verified"):
        assert words in texts(wizard.client)
    wizard.client.choose(file)
    assert wizard.client.isComplete()
    wizard.next()
    wizard.next()
    door.until(lambda: bool(door.opened))
    assert door.enrolment.started[0]["file"] == file
    wizard.reject()


def test_an_existing_sign_in_is_taken_over_without_a_browser(door: Door) -> None:
    door.enrolment.found = (THEIRS,)
    wizard = door.wizard()
    door.to_sign_in(wizard)
    door.until(lambda: wizard.currentId() == Step.CHECKLIST)
    assert door.enrolment.adopted[0]["source"] == "gcloud"
    assert door.opened == []
    wizard.accept()


def test_cancel_gives_up_and_nothing_is_left_waiting(door: Door) -> None:
    wizard = door.wizard()
    door.to_sign_in(wizard)
    door.until(lambda: len(door.enrolment.finished) == 1)
    wizard.reject()
    door.driver.until(lambda: door.enrolment.cancelled == ["flow-1"])
    assert [a.id for a in door.driver.house.store.accounts.list()] == ["work"]


def test_back_gives_up_too_and_next_starts_anew(door: Door) -> None:
    wizard = door.wizard()
    door.to_sign_in(wizard)
    door.until(lambda: len(door.enrolment.finished) == 1)
    wizard.back()
    door.driver.until(lambda: door.enrolment.cancelled == ["flow-1"])
    wizard.next()
    door.until(lambda: len(door.enrolment.finished) == 2)
    wizard.reject()


def test_copy_link_puts_the_address_on_the_clipboard(door: Door) -> None:
    wizard = door.wizard()
    door.to_sign_in(wizard)
    door.until(lambda: "Copy link" in buttons(wizard.panel))
    buttons(wizard.panel)["Copy link"].click()
    assert QGuiApplication.clipboard().text() == ADDRESS
    buttons(wizard.panel)["Open the browser again"].click()
    assert door.opened == [ADDRESS, ADDRESS]
    assert "4:59" in texts(wizard.panel) or "4:58" in texts(wizard.panel)
    wizard.reject()


NO_KEYRING = NoKeyring("Your keyring is locked.", next_step="Unlock it.")


def test_without_a_keyring_there_are_three_ways_on(door: Door) -> None:
    door.enrolment.start_errors = [NO_KEYRING, NO_KEYRING]
    wizard = door.wizard()
    door.to_sign_in(wizard)
    offered = ["Try again", "Keep it for this session only", "Cancel"]
    door.until(lambda: list(buttons(wizard.panel)) == offered)
    assert "never written to a file" in texts(wizard.panel)
    buttons(wizard.panel)["Try again"].click()
    door.until(lambda: len(door.enrolment.started) == 2 and list(buttons(wizard.panel)) == offered)
    assert door.enrolment.started[1]["session_only"] is False
    buttons(wizard.panel)["Keep it for this session only"].click()
    door.enrolment.browser.set()
    door.until(lambda: wizard.currentId() == Step.CHECKLIST)
    assert door.enrolment.started[2]["session_only"] is True
    assert door.enrolment.finished[0]["session_only"] is True
    assert "this session only" in texts(wizard.checklist)
    wizard.accept()


def test_a_keyring_that_fails_after_the_browser_asks_the_same(door: Door) -> None:
    door.enrolment.finish_errors = [NO_KEYRING]
    door.enrolment.browser.set()
    wizard = door.wizard()
    door.to_sign_in(wizard)
    door.until(lambda: "Keep it for this session only" in buttons(wizard.panel))
    buttons(wizard.panel)["Keep it for this session only"].click()
    door.until(lambda: wizard.currentId() == Step.CHECKLIST)
    assert [f["flow"] for f in door.enrolment.finished] == ["flow-1", "flow-1"]
    assert len(door.opened) == 1, "nobody is sent to the browser a second time"
    wizard.accept()


def test_cancel_at_the_keyring_gives_the_grant_back(door: Door) -> None:
    door.enrolment.finish_errors = [NO_KEYRING]
    door.enrolment.browser.set()
    wizard = door.wizard()
    door.to_sign_in(wizard)
    door.until(lambda: "Keep it for this session only" in buttons(wizard.panel))
    buttons(wizard.panel)["Cancel"].click()
    door.driver.until(lambda: door.enrolment.cancelled == ["flow-1"])
    assert QApplication.activeModalWidget() is None


def test_a_denial_is_told_and_can_be_tried_again(door: Door) -> None:
    door.enrolment.finish_errors = [Refused("You did not allow it.", next_step="Try once more.")]
    door.enrolment.browser.set()
    wizard = door.wizard()
    door.to_sign_in(wizard)
    door.until(lambda: "Try again" in buttons(wizard.panel))
    assert "You did not allow it." in texts(wizard.panel)
    assert "Try once more." in texts(wizard.panel)
    assert not wizard.sign_in.isComplete()
    buttons(wizard.panel)["Try again"].click()
    door.until(lambda: wizard.currentId() == Step.CHECKLIST)
    wizard.accept()


def test_what_was_not_allowed_is_on_the_last_page(door: Door) -> None:
    door.enrolment.missing = (Permission.WRITE,)
    door.enrolment.browser.set()
    wizard = door.wizard()
    door.to_sign_in(wizard)
    door.until(lambda: wizard.currentId() == Step.CHECKLIST)
    assert "not allowed" in texts(wizard.checklist)
    assert "nothing can be sent" in texts(wizard.checklist)
    wizard.accept()


def test_the_sample_mailbox_ends_the_wizard_at_once(door: Door) -> None:
    wizard = door.wizard()
    wizard.welcome.ways.choose("sample")
    assert wizard.nextId() == -1
    wizard.accept()
    assert door.enrolment.started == []


def a_google_account(house: TestHouse) -> None:
    identity = Identity(Address("", EMAIL), default=True)
    house.store.accounts.add(Account("gmail", "google", EMAIL, (identity,)))


def asking_strips(driver: WindowDriver) -> list[Strip]:
    found = driver.window.notices.findChildren(Strip)
    return [s for s in found if s.isVisible() and EMAIL in s.label.text()]


def test_a_sign_in_that_ended_shows_one_strip_until_it_is_renewed(door: Door) -> None:
    house = door.driver.house
    told = health(signed_in=False, asks="The sign-in has ended.")
    house.directory.connection = lambda _: told
    a_google_account(house)
    door.until(lambda: len(asking_strips(door.driver)) == 1)
    for _ in range(3):
        house.store.sign_ins.note_refused("gmail")
    door.driver.until(lambda: len(asking_strips(door.driver)) == 1)
    buttons(asking_strips(door.driver)[0])["Sign in…"].click()
    dialog = door.dialog(SignInDialog)
    assert isinstance(dialog, SignInDialog)
    door.until(lambda: len(door.opened) == 1)
    assert door.enrolment.started[0]["account_id"] == "gmail"
    told = health()
    house.directory.connection = lambda _: told
    door.enrolment.browser.set()
    door.until(lambda: QApplication.activeModalWidget() is None)
    house.store.sign_ins.forget("gmail")
    door.driver.until(lambda: asking_strips(door.driver) == [])


def test_a_strip_that_was_put_away_stays_away_until_something_else_is_asked(door: Door) -> None:
    house = door.driver.house
    asks = ["Not allowed to: organise your mail."]
    house.directory.connection = lambda _: health(asks=asks[0], scopes_missing=("organise",))
    a_google_account(house)
    door.until(lambda: len(asking_strips(door.driver)) == 1)
    assert "Allow…" in buttons(asking_strips(door.driver)[0])
    asking_strips(door.driver)[0]._close()
    house.store.sign_ins.forget("gmail")
    door.driver.until(lambda: asking_strips(door.driver) == [])
    asks[0] = "Not allowed to: read your mail."
    house.store.sign_ins.forget("gmail")
    door.until(lambda: len(asking_strips(door.driver)) == 1)


def card(door: Door) -> AccountCard:
    door.driver.bench.actions.trigger("accounts")

    def found() -> list[AccountCard]:
        return [w for w in every_widget() if isinstance(w, AccountCard)
                and w.account.id == "gmail" and w.isVisible()]  # fmt: skip

    door.until(lambda: len(found()) == 1)
    return found()[0]


def test_the_card_names_the_server_whose_word_about_senders_counts(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = door.driver.house
    a_google_account(house)
    shown = card(door)
    assert "Your mail does not tell yet which server checks who sent it." in texts(shown)
    monkeypatch.setattr(house.store.receivers, "of", lambda _: "gate.example")
    house.store.accounts.update(house.store.accounts.get("gmail"))
    sentence = "Your mail server gate.example checks"
    door.until(lambda: sentence in texts(shown))


def test_the_card_shows_what_is_allowed_and_offers_the_rest(door: Door) -> None:
    a_google_account(door.driver.house)
    door.driver.house.directory.connection = lambda _: health(scopes_granted=("read",))
    shown = card(door)
    assert "Signed in. Looking for mail, 0 here so far" in texts(shown)
    offered = [b for b in shown.findChildren(QPushButton) if b.text() == "Allow…"]
    assert len(offered) == len(Permission) - 1
    named = {b.accessibleName(): b for b in offered}
    named["Allow: Organise your mail"].click()
    dialog = door.dialog(SignInDialog)
    door.until(lambda: len(door.opened) == 1)
    assert door.enrolment.started[0]["permissions"] == (Permission.ORGANISE,)
    dialog.reject()
    door.driver.until(lambda: door.enrolment.cancelled == ["flow-1"])


def test_the_page_counts_along_while_mail_is_downloaded(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, done = door.driver.house, [0]

    def status() -> tuple[SyncStatus, ...]:
        progress = Progress(done[0], 4800, phase="Downloading")
        return (SyncStatus("gmail", SyncPhase.WORKING, progress),)

    monkeypatch.setattr(house.sync, "status", status)
    a_google_account(house)
    shown = card(door)
    assert shown.state is not None
    assert "0 of 4,800" in shown.state.words.text()
    done[0] = 1200
    house.store.db.announce(Changes(sync=True))
    door.until(
        lambda: (
            shown.state is not None
            and shown.state.words.text() == "Signed in. Downloading: 1,200 of 4,800"
        )
    )


def test_signing_out_asks_first(door: Door) -> None:
    a_google_account(door.driver.house)
    shown = card(door)
    buttons(shown)["Sign out…"].click()
    box = door.dialog(QMessageBox)
    buttons(box)["Sign out"].click()
    door.driver.until(lambda: door.enrolment.signed_out == ["gmail"])


def test_what_is_typed_on_the_page_stays_while_a_sync_goes_on(door: Door) -> None:
    a_google_account(door.driver.house)
    shown = card(door)
    shown.name.setText("My Gmail")
    door.driver.house.directory.connection = lambda _: health(scopes_granted=("read", "write"))
    door.driver.house.store.sign_ins.note_refused("gmail")
    door.driver.until(lambda: texts(shown).count("Allowed") == 2)
    assert shown.name.text() == "My Gmail"


def a_gmail_draft(driver: WindowDriver) -> Draft:
    a_google_account(driver.house)
    made = driver.house.runner().call(
        create_draft.TOOL,
        create_draft.CreateDraft(
            account="gmail", to=("dana@lee.example",), subject="Lunch", body="Hi Dana,\n\nSoup?"
        ),
    )
    return driver.house.store.drafts.get(made.unwrap().draft_id)


def test_sending_asks_for_its_permission_where_it_is_first_needed(door: Door) -> None:
    driver = door.driver
    driver.house.directory.connection = lambda _: health(scopes_granted=("read",))
    draft = a_gmail_draft(driver)
    driver.bench.navigation.open_draft(draft.id)
    review = driver.window.frame.review

    def allow() -> list[QPushButton]:
        found = review.findChildren(QPushButton)
        return [b for b in found if b.text() == "Allow…" and b.isVisible()]

    door.until(lambda: len(allow()) == 1)
    assert "not allowed to send" in texts(review)
    allow()[0].click()
    door.until(lambda: len(door.opened) == 1)
    assert door.enrolment.started[0]["permissions"] == (Permission.WRITE,)
    assert door.enrolment.started[0]["account_id"] == "gmail"
    driver.house.directory.connection = lambda _: health(scopes_granted=("read", "write"))
    door.enrolment.browser.set()
    door.until(lambda: QApplication.activeModalWidget() is None)
    driver.house.store.sign_ins.note_scopes("gmail", ())
    driver.until(lambda: allow() == [])


def test_a_signed_out_account_sends_nothing(house: TestHouse) -> None:
    house.directory = Directory()
    a_google_account(house)
    draft_of = (
        house.runner()
        .call(
            create_draft.TOOL,
            create_draft.CreateDraft(
                account="gmail", to=("dana@lee.example",), subject="Lunch", body="Hi Dana,\n\nSoup?"
            ),
        )
        .unwrap()
    )
    shown = (
        house.runner()
        .call(draft_review.REVIEW_DRAFT, draft_review.ReviewDraft(draft_id=draft_of.draft_id))
        .unwrap()
    )
    assert [c.code for c in shown.checks if c.level is CheckLevel.BLOCK] == ["signed_out"]
    with pytest.raises(BadInput, match="not signed in"):
        house.runner().call(
            send_draft.TOOL,
            send_draft.SendDraft(draft_id=draft_of.draft_id, revision=draft_of.revision),
            permit=permit(shown),
        )


@pytest.mark.parametrize(
    ("sync", "words"),
    [
        (
            SyncStatus("g", SyncPhase.WORKING, Progress(120, 4800, phase="Downloading")),
            "Signed in. Downloading: 120 of 4,800",
        ),
        (
            SyncStatus("g", SyncPhase.PAUSED, Progress(120, 4800, phase="Downloading")),
            "Signed in. Download paused: 120 of 4,800",
        ),
        (SyncStatus("g", SyncPhase.WORKING), "Signed in. Looking for mail, 7 here so far"),
        (None, "Signed in. Looking for mail, 7 here so far"),
        (
            SyncStatus(
                "g",
                SyncPhase.WAITING,
                sentence="Google can't be reached.",
                next_try=NOW - 86_400 * 40,
            ),
            "Signed in. Google can't be reached. Next try 12 Aug.",
        ),
    ],
)
def test_a_first_download_is_told_with_its_counts(sync: SyncStatus | None, words: str) -> None:
    status = AccountStatus("g", "Gmail", "google", (), True, (), (), "never", "", "", 7)
    assert words_of(status, sync, NOW) == words
