"""Adding a mailbox by its address: look-up, servers, checklist, and entering them again."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QPushButton, QWidget

from desktop_app.model.account import Capabilities
from desktop_app.model.errors import NoKeyring
from desktop_app.model.mail_provider import FoundServers, ProviderKind
from desktop_app.model.mail_server import MailServers, Security, ServerAddress
from desktop_app.model.mailbox_check import CheckStep
from desktop_app.tools.answers.status_results import AccountStatus
from desktop_app.tools.person.mailbox_sign_in import KeptMailServers
from desktop_app.ui.accounts.account_state import AccountState
from desktop_app.ui.accounts.servers_dialog import ServersDialog
from desktop_app.ui.accounts.wizard import AccountWizard, Step
from desktop_app.ui.accounts.wizard_pages import GOOGLE, MAILBOX
from tests.fakes.enrolment import all_good_until
from tests.fakes.house import Directory, TestHouse
from tests.ui.accounts.test_wizard import Door, buttons, door, texts

__all__ = ["door"]

ME = "alex@fernhill.example"
IMAP = ServerAddress("imap.fernhill.example", 993)
SMTP = ServerAddress("smtp.fernhill.example", 587, Security.STARTTLS)
FOUND = FoundServers(ME, ME, IMAP, SMTP, "the provider's own settings", provider="Fernhill")
REFUSED = all_good_until(CheckStep.SIGN_IN, "The server does not accept it.", "Check both.")


def to_address(door: Door, found: FoundServers | None, email: str = ME) -> AccountWizard:
    """The wizard, after the address was typed and looked up."""
    door.enrolment.servers = found
    door.enrolment.lookup.set()
    wizard = door.wizard(MAILBOX)
    wizard.next()
    assert wizard.currentId() == Step.ADDRESS
    wizard.address.email.setText(email)
    wizard.address.name.setText("Alex Morgan")
    wizard.next()
    door.until(lambda: not wizard.address.busy.isVisible())
    return wizard


def to_servers(door: Door, found: FoundServers | None = FOUND) -> AccountWizard:
    wizard = to_address(door, found)
    door.until(lambda: wizard.currentId() == Step.SERVERS)
    return wizard


def press(door: Door, parent: QWidget, words: str) -> None:
    """Qt shows a button that is new in a layout with its next turn."""
    door.until(lambda: words in buttons(parent))
    buttons(parent)[words].click()


def test_the_welcome_page_leads_each_way(door: Door) -> None:
    wizard = door.wizard(MAILBOX)
    assert wizard.nextId() == Step.ADDRESS
    wizard.welcome.ways.choose(GOOGLE)
    assert wizard.nextId() == Step.CLIENT


def test_from_an_address_to_an_account(door: Door) -> None:
    wizard = to_servers(door)
    form = wizard.servers.form
    assert (form.imap.host.text(), form.imap.port.value()) == (IMAP.host, 993)
    assert (form.smtp.host.text(), form.smtp.chosen) == (SMTP.host, Security.STARTTLS)
    assert "the provider's own settings" in texts(wizard.servers)
    assert not wizard.servers.isComplete()
    form.password.setText("planted")
    assert wizard.servers.isComplete()
    wizard.next()
    door.until(lambda: wizard.currentId() == Step.CHECKLIST)
    [(entered, more)] = door.enrolment.entered
    assert entered.servers == MailServers(IMAP, SMTP, ME)
    assert (entered.name, entered.password, more["days"]) == ("Alex Morgan", "planted", 365)
    assert "Sign in: sign_in works." in texts(wizard.checklist)
    assert "keyring" in texts(wizard.checklist)
    wizard.accept()


def test_what_was_found_can_be_changed(door: Door) -> None:
    wizard = to_servers(door)
    form = wizard.servers.form
    form.imap.security.setCurrentIndex(1)
    assert form.imap.port.value() == 143, "the usual port follows the protection"
    form.imap.port.setValue(1430)
    form.imap.security.setCurrentIndex(0)
    assert form.imap.port.value() == 1430, "a port of the person's own stays"
    form.sends.setChecked(False)
    assert not form.smtp.isEnabled()
    form.password.setText("p")
    form.smtp.host.clear()
    assert form.complete
    entered = form.entered()
    assert (entered.smtp_host, entered.imap_port) == ("", 1430)
    wizard.reject()


def test_going_back_keeps_what_was_changed_and_another_address_does_not(door: Door) -> None:
    wizard = to_servers(door)
    wizard.servers.form.imap.host.setText("other.fernhill.example")
    wizard.back()
    wizard.next()
    assert wizard.servers.form.imap.host.text() == "other.fernhill.example"
    wizard.back()
    wizard.address.email.setText("sam@fernhill.example")
    wizard.next()
    door.until(lambda: wizard.currentId() == Step.SERVERS)
    assert wizard.servers.form.imap.host.text() == IMAP.host
    assert wizard.servers.form.user.text() == ME, "as found"
    wizard.reject()


def test_an_unknown_address_leads_to_an_empty_form(door: Door) -> None:
    wizard = to_servers(door, None)
    assert "Nothing was found" in texts(wizard.servers)
    assert wizard.servers.form.imap.host.text() == ""
    assert wizard.servers.form.user.text() == ME
    wizard.reject()


def test_looking_can_be_stopped(door: Door) -> None:
    wizard = door.wizard(MAILBOX)
    wizard.next()
    wizard.address.email.setText(ME)
    wizard.next()
    door.until(lambda: "Looking in DNS" in texts(wizard.address))
    assert not wizard.address.isComplete(), "no second look beside the first"
    wizard.address.stop.click()
    assert wizard.currentId() == Step.SERVERS
    wizard.reject()
    door.until(lambda: door.driver.bench.calls.jobs.idle)


def test_typing_on_while_it_looks_stops_that_look(door: Door) -> None:
    wizard = door.wizard(MAILBOX)
    wizard.next()
    wizard.address.email.setText(ME)
    wizard.next()
    door.until(lambda: door.enrolment.looked_up == [ME])
    wizard.address.email.setText("sam@fernhill.example")
    door.enrolment.lookup.set()
    door.until(lambda: door.driver.bench.calls.jobs.idle)
    assert wizard.currentId() == Step.ADDRESS, "an answer about another address moves nothing"
    wizard.reject()


@pytest.mark.parametrize("email", ["", "alex", "alex@", "@fernhill.example"])
def test_half_an_address_does_not_lead_on(door: Door, email: str) -> None:
    wizard = door.wizard(MAILBOX)
    wizard.next()
    wizard.address.email.setText(email)
    assert not wizard.address.isComplete()
    wizard.reject()


def test_a_provider_that_lets_no_mail_program_in_says_so(door: Door) -> None:
    closed = replace(
        FOUND, incoming=None, outgoing=None, kind=ProviderKind.CLOSED, note="It has no IMAP."
    )
    wizard = to_address(door, closed)
    door.until(lambda: "It has no IMAP." in texts(wizard.address))
    assert wizard.currentId() == Step.ADDRESS
    wizard.reject()


def test_gmail_offers_the_app_password_first(door: Door) -> None:
    found = replace(
        FOUND,
        kind=ProviderKind.GOOGLE,
        app_password=True,
        app_password_url="https://accounts.example/app",
        steps=("Switch on two steps.", "Make the password."),
    )
    wizard = to_address(door, found)
    door.until(lambda: wizard.currentId() == Step.GMAIL)
    assert "Drive and Calendar can't be read" in texts(wizard.gmail)
    assert wizard.nextId() == Step.SERVERS
    wizard.gmail.ways.choose("client")
    assert wizard.nextId() == Step.CLIENT
    wizard.gmail.ways.choose("app_password")
    wizard.next()
    assert "1.  Switch on two steps." in texts(wizard.servers)
    assert wizard.servers.form.password_label.text() == "App password"
    press(door, wizard.servers, "Open the provider's page")
    assert door.opened == ["https://accounts.example/app"]
    wizard.reject()


def test_microsoft_is_signed_in_to_in_the_browser(door: Door, house: TestHouse) -> None:
    assert isinstance(house.directory, Directory)
    house.directory.steps = REFUSED
    door.enrolment.found = ()
    found = replace(FOUND, kind=ProviderKind.MICROSOFT)
    wizard = to_address(door, found)
    door.until(lambda: wizard.currentId() == Step.MICROSOFT)
    assert "http://localhost" in texts(wizard.microsoft)
    assert not wizard.microsoft.isComplete()
    wizard.microsoft.client.setText(" 1234-5678 ")
    assert wizard.microsoft.isComplete()
    wizard.next()
    door.until(lambda: bool(door.opened))
    [asked] = door.enrolment.started
    assert (asked["kind"], asked["client_id"], asked["permissions"]) == (
        "microsoft", "1234-5678", (),
    )  # fmt: skip
    assert "your Microsoft account" in texts(wizard.panel)
    door.enrolment.browser.set()
    door.until(lambda: wizard.currentId() == Step.CHECKLIST)
    door.until(lambda: "Sign in: The server does not accept it. Check both." in texts(wizard))
    wizard.accept()


def test_servers_that_dns_alone_names_are_warned_of(door: Door) -> None:
    wizard = to_servers(door, replace(FOUND, outside=True))
    assert "DNS names imap.fernhill.example" in texts(wizard.servers)
    wizard.reject()


def test_a_step_that_fails_is_named_and_can_be_tried_again(door: Door) -> None:
    door.enrolment.checks = [REFUSED]
    wizard = to_servers(door)
    wizard.servers.form.password.setText("wrong")
    wizard.next()
    door.until(lambda: "does not accept it" in texts(wizard.check))
    assert "Check both." in texts(wizard.check)
    assert not wizard.check.isComplete()
    press(door, wizard.check, "Change what I entered")
    assert wizard.currentId() == Step.SERVERS
    assert wizard.servers.form.password.text() == "wrong"
    wizard.next()
    door.until(lambda: wizard.currentId() == Step.CHECKLIST)
    wizard.accept()


def test_without_a_keyring_the_person_decides(door: Door) -> None:
    door.enrolment.checks = [NoKeyring("Your keyring is locked.", next_step="Unlock it.")]
    wizard = to_servers(door)
    wizard.servers.form.password.setText("p")
    wizard.next()
    door.until(lambda: "never written to a file" in texts(wizard.check))
    press(door, wizard.check, "Keep it for this session only")
    door.until(lambda: wizard.currentId() == Step.CHECKLIST)
    assert [more["session_only"] for _, more in door.enrolment.entered] == [False, True]
    assert "for this session only" in texts(wizard.checklist)
    wizard.accept()


def test_the_password_is_hidden_until_it_is_asked_for(door: Door) -> None:
    wizard = to_servers(door)
    form = wizard.servers.form
    assert form.password.echoMode() == form.password.EchoMode.Password
    form.shown.click()
    assert form.password.echoMode() == form.password.EchoMode.Normal
    wizard.reject()


# Entering them again


def again(door: Door) -> ServersDialog:
    kept = KeptMailServers(ME, "Alex Morgan", MailServers(IMAP, None, "alex"))
    bench = door.driver.bench
    dialog = ServersDialog(bench, door.driver.window, "box", kept)
    dialog.open()
    return dialog


def test_servers_and_password_are_entered_again(door: Door) -> None:
    door.enrolment.checks = [REFUSED]
    dialog = again(door)
    assert (dialog.form.user.text(), dialog.form.sends.isChecked()) == ("alex", False)
    assert not dialog.save.isEnabled(), "the password is not shown and has to be entered"
    dialog.form.password.setText("new")
    dialog.save.click()
    assert not dialog.form.isEnabled()
    door.until(dialog.form.isEnabled)
    assert "does not accept it" in texts(dialog)
    press(door, dialog, "Change what I entered")
    assert dialog.panel.isHidden()
    dialog.save.click()
    door.until(lambda: not dialog.isVisible())
    assert [more["account_id"] for _, more in door.enrolment.entered] == ["box", "box"]


def test_an_account_with_a_password_shows_no_permissions(door: Door) -> None:
    status = AccountStatus("box", "Box", "imap", (), True, (), (), "never", "", "", 7)
    able = Capabilities("IMAP", signs_in=True, password=True)
    state = AccountState(door.driver.bench, status, able)
    words = {button.text() for button in state.findChildren(QPushButton)}
    assert words == {"Servers and password…", "Sign out…"}
