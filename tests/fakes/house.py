"""A house without a window: a real store in a temporary profile, ports that are watched."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from threading import Event
from typing import Any

from desktop_app.accounts.base import Health
from desktop_app.accounts.kinds import KINDS
from desktop_app.mail.message.parse import parse
from desktop_app.mcp_bridge.questions import Questions
from desktop_app.model.account import LOCAL, Account, Capabilities, Identity
from desktop_app.model.address import Address
from desktop_app.model.bridge import BridgeState, BridgeStatus
from desktop_app.model.calendar_event import CalendarEvent
from desktop_app.model.cloud_file import CloudFileBytes, CloudFilePage
from desktop_app.model.cloud_services import CloudServices
from desktop_app.model.draft import Author, Origin, SendPermit
from desktop_app.model.errors import KnownError, Unavailable
from desktop_app.model.grant import Grant
from desktop_app.model.language_model import ModelProvider, ProviderList
from desktop_app.model.local_model import MODELS, Trial
from desktop_app.model.mailbox_check import CheckedStep, CheckStep
from desktop_app.model.message import Message
from desktop_app.model.moving import MailProgram, SeenBook, SeenProgram
from desktop_app.model.outbox import PostmanStatus
from desktop_app.model.progress import ImportReport, Progress
from desktop_app.model.remote import RemoteRef, RemoteSummary, ServerMatches
from desktop_app.model.request import Asker
from desktop_app.model.seen_mail import SeenMail
from desktop_app.model.sign_in import Permission
from desktop_app.model.sync import SyncOutcome, SyncStatus
from desktop_app.model.wish import Wish
from desktop_app.settings import Settings
from desktop_app.store.store import Store
from desktop_app.tools.calls.caller import Caller, Limit, Scope
from desktop_app.tools.calls.ports import (
    AccountDirectory,
    AccountRemovals,
    BridgeControl,
    FetchesPictures,
    MailImport,
    MailSync,
    Models,
    MovesIn,
    OutboxControl,
    PreparesAnswers,
    ReadsAttachments,
    SignInControl,
    Unsubscribe,
)
from desktop_app.tools.person.draft_review import Review
from desktop_app.tools.runner import Runner, ToolServices
from desktop_app.workers.removals import Removals
from tests.fakes.new_profile import new_profile
from tests.fakes.no_enrolment import NoEnrolment


def nothing_to_forget(account: Account) -> None:
    """A local account has no sign-in."""


NOW = 1_790_000_000.0
ME = Address("Alex Morgan", "alex@fernhill.example")
DANA = Address("Dana Lee", "dana@lee.example")


@dataclass
class WatchedPostman:
    """Counts what it is asked; sends nothing."""

    woken: int = 0
    settled: list[int] = field(default_factory=list)
    status: PostmanStatus = field(default_factory=PostmanStatus)

    def wake(self) -> None:
        self.woken += 1

    def settle(self, entry_id: int) -> None:
        self.settled.append(entry_id)


class NoImporter:
    """Reports an empty import."""

    def run(self, *_: object, **__: object) -> ImportReport:
        return ImportReport(0, 0)

    def look(self, path: Path, *, start: int = 0) -> Iterator[SeenMail]:
        return iter(())


class NoMoving:
    """No other mail program is here."""

    def there(self) -> tuple[MailProgram, ...]:
        return ()

    def look(self, cancelled: Event) -> tuple[SeenProgram, ...]:
        return ()

    def look_into(self, folder: Path, cancelled: Event) -> tuple[SeenProgram, ...]:
        return ()

    def again(self, program: MailProgram, place: Path) -> SeenProgram | None:
        return None

    def take_mail(self, *_: object, **__: object) -> ImportReport:
        raise AssertionError("nothing was seen")

    def cards(self, book: SeenBook) -> Iterator[bytes]:
        raise AssertionError("nothing was seen")


class NoCloud:
    """No account here has files or a calendar."""

    def find_files(self, *_: object, **__: object) -> CloudFilePage:
        raise AssertionError("this house has no cloud")

    def read_file(self, *_: object, **__: object) -> CloudFileBytes:
        raise AssertionError("this house has no cloud")

    def events(self, *_: object, **__: object) -> tuple[CalendarEvent, ...]:
        raise AssertionError("this house has no cloud")


class NoSync:
    """No account here syncs."""

    paused = False

    def pause(self, paused: bool) -> None:
        self.paused = paused

    def wake(self, account_id: str = "") -> None:
        """Nothing to wake."""

    def status(self) -> tuple[SyncStatus, ...]:
        return ()

    def search(self, account_id: str, query: str, **_: object) -> tuple[RemoteSummary, ...]:
        return ()

    def find(self, account_id: str, query: str, *, enough: int, **_: object) -> ServerMatches:
        return ServerMatches()

    def conversation(self, account_id: str, *_: object, **__: object) -> tuple[RemoteRef, ...]:
        return ()

    def bring(self, account_id: str, refs: Sequence[RemoteRef], **_: object) -> tuple[int, ...]:
        return ()

    def run_once(self, account_id: str, **_: object) -> SyncOutcome:
        raise AssertionError("this house has nothing to sync")


class NoBridge:
    """The bridge is off here."""

    status = BridgeStatus(BridgeState.OFF)

    def __init__(self) -> None:
        self.questions = Questions(lambda: NOW)

    def pause(self, seconds: float) -> None:
        self.status = BridgeStatus(BridgeState.PAUSED, resumes_at=seconds)

    def try_it(self) -> str:
        raise Unavailable("The bridge is off.")


@dataclass
class SomeModels:
    """Providers a test decides, and a keyring in memory; `error` is raised instead of an answer."""

    found: tuple[str, ...] | None = None
    offered: tuple[str, ...] = ("a-model", "b-model")
    keys: dict[str, str] = field(default_factory=dict)
    for_this_session: set[str] = field(default_factory=set)
    asked: list[tuple[str, str, str]] = field(default_factory=list)
    error: KnownError | None = None
    keyring: KnownError | None = None
    tried: list[tuple[str, str]] = field(default_factory=list)
    pulling: Event = field(default_factory=Event)
    pulled: Event = field(default_factory=Event)
    """Set by a test that lets the download end."""

    def providers(self) -> ProviderList:
        def row(name: str, title: str, url: str, *, needs_key: bool, local: bool) -> ModelProvider:
            page = f"https://{name}.example/keys" if needs_key else ""
            return ModelProvider(name, title, url, needs_key, page, name in self.keys, local)

        return ProviderList(
            (
                row("ollama", "Ollama", "http://127.0.0.1:11434", needs_key=False, local=True),
                row("openai_compatible", "OpenAI-compatible", "", needs_key=False, local=False),
                row("openai", "OpenAI", "https://api.openai.com/v1", needs_key=True, local=False),
            ),
            self.found,
            fitting=MODELS[-3:],
        )

    def pull(self, model: str, base_url: str, *, progress: Any, **_: object) -> None:
        del base_url
        progress(Progress(0, 0, 1_300_000_000, 2_600_000_000, 240.0))
        self.pulling.set()
        assert self.pulled.wait(20)
        if self.error is not None:
            raise self.error
        self.found = (*(self.found or ()), model)

    def first_sentence(self, model: str, base_url: str, **_: object) -> Trial:
        self.tried.append((model, base_url))
        return Trial("I am ready.", 14.2)

    def find(self, provider: str, base_url: str, key: str, **_: object) -> tuple[str, ...]:
        self.asked.append((provider, base_url, key))
        if self.error is not None:
            raise self.error
        return self.offered

    def keep_key(self, provider: str, key: str, *, session_only: bool, **_: object) -> None:
        if self.keyring is not None and not session_only:
            raise self.keyring
        self.keys[provider] = key
        if session_only:
            self.for_this_session.add(provider)

    def forget_key(self, provider: str, **_: object) -> None:
        self.keys.pop(provider, None)


def signed_out(account: Account) -> Health:
    return Health(signed_in=False, last_sync="never", next_step=f"Sign in to {account.name}.")


@dataclass
class Directory:
    """The real capabilities; accounts with a server are as well as `health` says."""

    connection: Callable[[Account], Health] = signed_out
    steps: tuple[CheckedStep, ...] = ()

    def check(
        self, account: Account, cancelled: Event, told: Callable[[CheckStep], None]
    ) -> tuple[CheckedStep, ...]:
        del account, cancelled, told
        return self.steps

    def capabilities(self, account: Account) -> Capabilities:
        return next(kind.capabilities for kind in KINDS if kind.name == account.kind)

    def allows(self, account: Account, permission: Permission) -> bool:
        if permission not in self.capabilities(account).permissions:
            return True
        return str(permission) in self.health(account).scopes_granted

    def health(self, account: Account) -> Health:
        if not self.capabilities(account).signs_in:
            return Health(signed_in=True, last_sync="on this computer")
        return self.connection(account)


@dataclass(frozen=True)
class GivenPorts:
    """Implements `Ports`."""

    importer: MailImport
    postman: OutboxControl
    accounts: AccountDirectory
    cloud: Callable[[str], CloudServices]
    enrolment: SignInControl
    removals: AccountRemovals
    sync: MailSync
    models: Models
    bridge: BridgeControl
    pictures: FetchesPictures | None = None
    preparing: PreparesAnswers | None = None
    files: ReadsAttachments | None = None
    unsubscribe: Unsubscribe | None = None
    moving: MovesIn = field(default_factory=NoMoving)
    published_changes: Callable[[str, Event], str] = lambda *_: ""
    wish: Callable[[Wish], object] = lambda _: None


@dataclass
class TestHouse:
    """One account, `alex@fernhill.example`, and a clock that only moves when told."""

    __test__ = False

    profile: Path
    store: Store
    settings: Settings
    postman: WatchedPostman
    cloud: CloudServices = field(default_factory=NoCloud)
    enrolment: SignInControl = field(default_factory=NoEnrolment)
    sync: MailSync = field(default_factory=NoSync)
    bridge: BridgeControl = field(default_factory=NoBridge)
    models: SomeModels = field(default_factory=SomeModels)
    directory: Directory = field(default_factory=Directory)
    scopes: dict[tuple[Author, str], tuple[Scope, Callable[[], frozenset[str]]]] = field(
        default_factory=dict
    )
    grants: dict[tuple[Author, str], Callable[[], Grant | None]] = field(default_factory=dict)
    now: float = NOW
    preparing: PreparesAnswers | None = None
    importer: MailImport = field(default_factory=NoImporter)
    files: ReadsAttachments | None = None
    pictures: FetchesPictures | None = None
    unsubscribe: Unsubscribe | None = None
    moving: MovesIn = field(default_factory=NoMoving)
    published: str = ""
    """What the address of the changelog answers; `changes_asked` are the addresses."""
    changes_asked: list[str] = field(default_factory=list)
    wishes: list[Wish] = field(default_factory=list)
    """What the window was asked to show."""

    @cached_property
    def removals(self) -> Removals:
        return Removals(self.store, forget=nothing_to_forget, alone=lambda _: nullcontext())

    def clock(self) -> float:
        return self.now

    def runner(
        self,
        origin: Origin = Origin.USER,
        name: str = "",
        scope: Scope = lambda: None,
        without: Callable[[], frozenset[str]] = frozenset,
        caller: str = "",
        family: Callable[[], str] = str,
        limit: Limit | None = None,
        instance: str = "",
        grant: Callable[[], Grant | None] = lambda: None,
        held: Callable[[], str] = str,
    ) -> Runner:
        """One program has one stamp: what it asks for is carried out by its newest runner."""
        author = Author(origin, name, caller, instance)
        made = Runner(
            ToolServices(self.store, self.settings, self.ports, self.clock, self.profile),
            Caller(author, scope, without, family, limit, grant, held),
            self._asker,
        )
        self.scopes[made.author, caller] = (scope, without)
        self.grants[made.author, caller] = grant
        return made

    @property
    def ports(self) -> GivenPorts:
        return GivenPorts(
            importer=self.importer,
            postman=self.postman,
            accounts=self.directory,
            cloud=lambda _: self.cloud,
            enrolment=self.enrolment,
            removals=self.removals,
            sync=self.sync,
            bridge=self.bridge,
            models=self.models,
            preparing=self.preparing,
            files=self.files,
            pictures=self.pictures,
            unsubscribe=self.unsubscribe,
            moving=self.moving,
            published_changes=self._published_changes,
            wish=self.wishes.append,
        )

    def _published_changes(self, address: str, cancelled: Event) -> str:
        del cancelled
        self.changes_asked.append(address)
        return self.published

    def _asker(self, asker: Asker) -> Runner:
        scope, without = self.scopes[asker.author, asker.caller]
        author = asker.author
        return self.runner(
            author.origin,
            author.name,
            scope,
            without,
            asker.caller,
            instance=author.instance,
            grant=self.grants[asker.author, asker.caller],
        )

    def add(self, raw: bytes, labels: frozenset[str] = frozenset({"INBOX"})) -> Message:
        """File one mail and give it back as stored."""
        report = self.store.messages.add("work", [parse(raw)], labels=[labels])
        return self.store.messages.get(report.ids[0])


def mail(
    subject: str = "Budget",
    body: str = "Could you look at the budget?",
    *,
    from_: str = "Dana Lee <dana@lee.example>",
    to: str = "Alex Morgan <alex@fernhill.example>",
    message_id: str = "one@lee.example",
    date: str = "Mon, 14 Sep 2026 10:00:00 +0000",
    more: str = "",
) -> bytes:
    """A plain mail; `more` are further header lines, each ended by CRLF."""
    return (
        f"From: {from_}\r\nTo: {to}\r\nSubject: {subject}\r\nMessage-ID: <{message_id}>\r\n"
        f"Date: {date}\r\n{more}Content-Type: text/plain; charset=utf-8\r\n\r\n{body}\r\n"
    ).encode()


def known_to(house: TestHouse, address: str = "Dana Lee <dana@lee.example>") -> None:
    """The person has written to the address, long ago."""
    sent = mail(
        "Hello",
        "Good morning.",
        from_=str(ME),
        to=address,
        message_id=f"hello-{len(address)}@fernhill.example",
        date="Mon, 6 Jan 2020 10:00:00 +0000",
    )
    house.add(sent, frozenset({"SENT"}))


def open_house(profile: Path, environment: dict[str, str] | None = None) -> Generator[TestHouse]:
    """Made, handed over, closed."""
    store = Store(new_profile(profile), clock=lambda: NOW)
    store.accounts.add(
        Account("work", LOCAL, "Work", (Identity(ME, "Alex Morgan\nFernhill", True),))
    )
    yield TestHouse(profile, store, Settings(profile, environment or {}), WatchedPostman())
    store.close()


def permit(review: Review, nonce: str = "a-press") -> SendPermit:
    """What a press on Send mints for what `review` shows."""
    return SendPermit(review.draft.id, review.draft.revision, review.digest, nonce)


Press = Callable[[Review], SendPermit]
