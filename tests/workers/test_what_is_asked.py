"""Which permission an account asks the person for: what they pressed, never what they looked at."""

from __future__ import annotations

import pytest

from desktop_app.accounts.google.scopes import Scope
from desktop_app.accounts.secrets import Secrets
from desktop_app.mail.message.parse import parse
from desktop_app.model.account import Account, Identity
from desktop_app.model.draft import Origin
from desktop_app.model.message import SystemLabel
from desktop_app.model.sign_in import Permission, SignIn
from desktop_app.tools.answers.mail_verbs import Action
from desktop_app.tools.person import activity, mail_view
from desktop_app.tools.verbs import modify_messages
from desktop_app.workers.account_services import AccountServices
from tests.fakes.house import ME, TestHouse, mail


class Reading:
    """A Gmail account that may only read, with one unread mail in it."""

    def __init__(self, house: TestHouse) -> None:
        self.house = house
        identity = Identity(ME, default=True)
        house.store.accounts.add(Account("g", "google", "Gmail", (identity,)))
        scopes = ("email", "openid", str(Scope.READ))
        house.store.sign_ins.keep(SignIn("g", "client-1", scopes, (Permission.READ,)))
        labels = [frozenset({"INBOX", "UNREAD"})]
        (self.id,) = house.store.messages.add("g", [parse(mail())], labels=labels).ids
        house.store.messages.set_source_ids({self.id: "msg_1"})
        secrets = Secrets("test", allow=[], environment={})
        self._services = AccountServices(
            house.store, house.settings, clock=house.clock, secrets=secrets
        )

    @property
    def asks(self) -> str:
        return self._services.sign_ins.health(self.house.store.accounts.get("g")).asks

    def open_mail(self) -> None:
        params = mail_view.MarkOpened(ids=(str(self.id),))
        self.house.runner().call(mail_view.MARK_OPENED, params).unwrap()

    def press(self, action: Action) -> str:
        params = modify_messages.ModifyMessages(ids=(str(self.id),), action=action)
        return self.house.runner().call(modify_messages.TOOL, params).unwrap().undo


@pytest.fixture
def reading(house: TestHouse) -> Reading:
    return Reading(house)


def test_opening_a_mail_marks_it_read_and_asks_for_nothing(reading: Reading) -> None:
    reading.open_mail()
    assert SystemLabel.UNREAD not in reading.house.store.messages.get(reading.id).labels
    assert reading.house.store.pending.count("g") == 1
    assert reading.asks == ""


@pytest.mark.parametrize("action", ["read", "star", "archive", "trash"])
def test_a_press_asks_for_what_it_needs(reading: Reading, action: Action) -> None:
    assert reading.asks == ""
    reading.press(action)
    assert "organise your mail" in reading.asks


def test_a_press_after_opening_asks(reading: Reading) -> None:
    reading.open_mail()
    reading.press("star")
    assert "organise your mail" in reading.asks


def test_what_is_taken_back_asks_no_more(reading: Reading) -> None:
    key = reading.press("star")
    reading.house.runner().call(activity.UNDO_CHANGE, activity.UndoChange(undo=key)).unwrap()
    assert reading.asks == ""


def test_a_deletion_asks(reading: Reading) -> None:
    reading.open_mail()
    reading.house.store.messages.delete([reading.id])
    assert "organise your mail" in reading.asks


def test_what_opens_mail_is_the_persons_alone() -> None:
    assert mail_view.MARK_OPENED.origins == frozenset({Origin.USER})
