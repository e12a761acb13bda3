"""Ports: Protocols for what tools need besides the store. app.py plugs the workers in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Protocol

from desktop_app.model.account import Account, Capabilities, Removal
from desktop_app.model.bridge import BridgeStatus
from desktop_app.model.message import MessageId
from desktop_app.model.prepared import PreparedRound
from desktop_app.model.progress import ImportReport, Progress

if TYPE_CHECKING:
    from desktop_app.model.asking_program import AskingProgram
    from desktop_app.model.file_state import ReadingPhase
    from desktop_app.model.language_model import ProviderList
    from desktop_app.model.local_model import Trial
    from desktop_app.model.mail_provider import FoundServers
    from desktop_app.model.mailbox_check import CheckedStep, CheckStep, Credentials, MailboxCheck
    from desktop_app.model.moving import MailProgram, SeenBook, SeenProgram
    from desktop_app.model.outbox import PostmanStatus
    from desktop_app.model.remote import RemoteRef, RemoteSummary, ServerMatches
    from desktop_app.model.seen_mail import SeenMail
    from desktop_app.model.sign_in import Permission, SignedIn, SignInSource, StartedSignIn
    from desktop_app.model.sync import SyncOutcome, SyncStatus


class MailImport(Protocol):
    """Reads mail files into an account's store; the sources are only read."""

    def run(
        self,
        paths: Sequence[Path],
        account_id: str,
        *,
        progress: Callable[[Progress], None],
        cancelled: Event,
        paused: Event,
        expected_only: bool = False,
    ) -> ImportReport:
        """`expected_only` leaves out what a restored profile does not await."""

    def look(self, path: Path, *, start: int = 0) -> Iterator[SeenMail]:
        """The mails of a file from `start` on, without importing any. Raises `OSError`."""


class MovesIn(Protocol):
    """Finds what other mail programs have on this computer; their files are only read."""

    def there(self) -> tuple[MailProgram, ...]:
        """Programs whose folders are here, without a look into them."""

    def look(self, cancelled: Event) -> tuple[SeenProgram, ...]:
        """What the programs of this computer have."""

    def look_into(self, folder: Path, cancelled: Event) -> tuple[SeenProgram, ...]:
        """What lies in a folder or a file, whichever program it is of. Raises `KnownError` where a
        tool that it needs is not there."""

    def again(self, program: MailProgram, place: Path) -> SeenProgram | None:
        """The same program once more, as it is now; None where nothing of it is left."""

    def take_mail(
        self,
        seen: SeenProgram,
        trees: Sequence[str],
        account_id: str,
        *,
        progress: Callable[[Progress], None],
        cancelled: Event,
        paused: Event,
    ) -> ImportReport:
        """The mail of these trees, by their titles."""

    def cards(self, book: SeenBook) -> Iterator[bytes]:
        """An address book as lines of vCards. Raises `StorageError`."""


class OutboxControl(Protocol):
    """The worker that empties the outbox."""

    @property
    def status(self) -> PostmanStatus:
        """Whether it works, else why not. Does not wait."""

    def wake(self) -> None:
        """Look at the outbox now."""

    def settle(self, entry_id: int) -> None:
        """Look again for what became of an uncertain mail; never sends."""


class AccountDirectory(Protocol):
    """Capabilities and health of accounts."""

    def capabilities(self, account: Account) -> Capabilities: ...

    def health(self, account: Account) -> AccountHealth: ...

    def allows(self, account: Account, permission: Permission) -> bool:
        """Whether the sign-in as it is covers the permission; always where a kind has none."""

    def check(
        self, account: Account, cancelled: Event, told: Callable[[CheckStep], None]
    ) -> tuple[CheckedStep, ...]:
        """Try the account's servers, step by step; empty for a kind that has none to try."""


class AccountHealth(Protocol):
    """The state of one account's connection, for `connection_status`."""

    @property
    def signed_in(self) -> bool: ...
    @property
    def scopes_granted(self) -> tuple[str, ...]: ...
    @property
    def scopes_missing(self) -> tuple[str, ...]: ...
    @property
    def last_sync(self) -> str: ...
    @property
    def quota(self) -> str: ...
    @property
    def next_step(self) -> str: ...
    @property
    def asks(self) -> str: ...
    @property
    def deletes(self) -> bool: ...


class MailSync(Protocol):
    """Sync of the accounts with their servers."""

    @property
    def paused(self) -> bool: ...

    def pause(self, paused: bool) -> None: ...

    def wake(self, account_id: str = "") -> None:
        """Check for mail soon, in one account or in all."""

    def status(self) -> tuple[SyncStatus, ...]:
        """One status for each account that syncs."""

    def search(
        self, account_id: str, query: str, *, limit: int, cancelled: Event
    ) -> tuple[RemoteSummary, ...]:
        """What the account's server finds and this computer has not, newest first. Raises
        `KnownError`."""

    def find(
        self,
        account_id: str,
        query: str,
        *,
        labels: Sequence[str] = (),
        everywhere: bool = False,
        enough: int,
        cancelled: Event,
    ) -> ServerMatches:
        """What the account's server finds, with all of `labels`; `everywhere`: in spam and trash
        too. It is asked until more than `enough` are not here. Raises `KnownError`: `BadInput`
        where it can't be asked for this."""

    def conversation(
        self, account_id: str, message: RemoteRef, known: Sequence[str], *, cancelled: Event
    ) -> tuple[RemoteRef, ...]:
        """The mails of the conversation of `message` that are not here; `known` are Message-IDs
        that belong to it. Raises `KnownError`."""

    def bring(
        self, account_id: str, refs: Sequence[RemoteRef], *, cancelled: Event
    ) -> tuple[MessageId, ...]:
        """Fetches messages into the store. Raises `KnownError`."""

    def run_once(
        self, account_id: str, *, cancelled: Event, progress: Callable[[Progress], None]
    ) -> SyncOutcome:
        """One whole pass, in this thread. Raises `KnownError`."""


class SignInControl(Protocol):
    """Signs accounts of any kind in and out. Each call may wait for the network or for the
    keyring, and raises `KnownError`: `NoKeyring` where a secret can't be kept, which the same
    call with `session_only` gets round."""

    def sources(self, kind: str) -> tuple[SignInSource, ...]:
        """The clients and existing sign-ins found on this computer, the preferred one first."""

    def start(
        self,
        kind: str,
        permissions: Sequence[Permission],
        *,
        source: str = "",
        file: Path | None = None,
        client_id: str = "",
        account_id: str = "",
        session_only: bool = False,
    ) -> StartedSignIn:
        """Listen for the browser. Of `source` (an id of `sources`), `file` and `client_id` none
        means the account's own client, or the preferred one; with `account_id` that account signs
        in again, and is asked for these permissions beside those it has."""

    def finish(self, flow: str, *, days: int, session_only: bool, cancelled: Event) -> SignedIn:
        """Wait for the browser, keep the tokens, make the account. `days` of mail are
        downloaded, 0 for all. After `NoKeyring` it can be called again."""

    def cancel(self, flow: str) -> None:
        """Give a started sign-in up; what the service granted meanwhile is given back."""

    def adopt(
        self, kind: str, *, source: str, file: Path | None, days: int, session_only: bool
    ) -> SignedIn:
        """Take an existing sign-in over: no browser, no question of the service's."""

    def find_servers(
        self, kind: str, email: str, *, cancelled: Event, told: Callable[[str], None]
    ) -> FoundServers | None:
        """The servers of an address, None where nothing is known of it; `told` says in a
        sentence what is being asked."""

    def enter(
        self,
        kind: str,
        entered: Credentials,
        *,
        account_id: str = "",
        days: int,
        session_only: bool,
        cancelled: Event,
        told: Callable[[CheckStep], None],
    ) -> MailboxCheck:
        """Try the servers and the password as entered, and make the account where all that it
        needs works. With `account_id` that account gets them. `told` is called as each step
        begins."""

    def sign_out(self, account_id: str) -> str:
        """Revoke and forget the sign-in; the outcome as a sentence."""


class AccountRemovals(Protocol):
    """Removes accounts down to the last byte, and goes on with it after an interruption."""

    def remove(self, account_id: str, cancelled: Event, *, set_aside: bool = False) -> str:
        """Returns the empty text once nothing is left, else what holds it up: it goes on then.
        `set_aside`: what repairs have set aside goes too, of whichever account it is.
        Raises `NotFound`, `Refused`, `StorageError`: nothing was begun."""

    def under_way(self) -> tuple[tuple[Removal, str], ...]:
        """Removals that are not finished, each with what holds it up, or the empty text."""


class Models(Protocol):
    """The providers of language models. A key that is handed in is in no error and no result."""

    def providers(self) -> ProviderList:
        """All providers, and whether an Ollama runs on this computer."""

    def find(self, provider: str, base_url: str, key: str, *, cancelled: Event) -> tuple[str, ...]:
        """The models offered there; an empty `base_url` is the provider's own, an empty `key`
        the one that is kept. Raises `KnownError` saying what is wrong, `Cancelled` soon after
        `cancelled` is set."""

    def pull(
        self, model: str, base_url: str, *, progress: Callable[[Progress], None], cancelled: Event
    ) -> None:
        """Have Ollama download a model; `base_url` as in `find`. Raises `KnownError`,
        `Cancelled`: what is downloaded by then stays."""

    def first_sentence(self, model: str, base_url: str, *, cancelled: Event) -> Trial:
        """What a model of Ollama answers, and how fast. Raises as `pull`."""

    def keep_key(self, provider: str, key: str, *, session_only: bool, cancelled: Event) -> None:
        """Raises `NoKeyring`; nothing is kept then. `Cancelled` as `find`."""

    def forget_key(self, provider: str, *, cancelled: Event) -> None:
        """Raises `NoKeyring`; `Cancelled` as `find`."""


class AskedToLetIn(Protocol):
    """Questions of programs that ask to be let in; see mcp_bridge/questions.py."""

    def open(self) -> tuple[AskingProgram, ...]:
        """Those that wait for the person, the oldest first."""

    def get(self, id_: str) -> AskingProgram:
        """One that waits. Raises `NotFound`."""

    def answer(self, id_: str, client_id: str) -> None:
        """The client that is let in, empty for none. Raises `NotFound`."""


class BridgeControl(Protocol):
    """MCP bridge, as far as a person controls it."""

    @property
    def questions(self) -> AskedToLetIn: ...

    @property
    def status(self) -> BridgeStatus: ...

    def pause(self, seconds: float) -> None:
        """Switch the bridge off for `seconds`; 0 ends a pause."""

    def try_it(self) -> str:
        """Call the bridge as a program would; the outcome as a sentence. Raises `Unavailable`."""


class FetchesPictures(Protocol):
    """Fetches pictures of the public web; see workers/picture_fetcher.py."""

    def fetch(self, addresses: Sequence[str], cancelled: Event) -> Mapping[str, bytes]:
        """Those that came, by address. Blocks for at most some twenty seconds."""


class PreparesAnswers(Protocol):
    """Prepares answers to mails that need one; see assistant/prepared_queue.py."""

    @property
    def trouble(self) -> str:
        """Why the model doesn't answer now; empty while it does. Its beginning and its end are
        announced (`Changes.drafts`)."""

    def prepare_now(self, cancelled: Event, progress: Callable[[Progress], None]) -> PreparedRound:
        """One round over all that need one, whatever a day allows. Raises `Refused` where nobody
        can write answers."""


class ReadsAttachments(Protocol):
    """Reads attachments for the search; see workers/file_reading.py."""

    @property
    def phase(self) -> ReadingPhase:
        """What it does now. A change is announced (`Changes.files`)."""

    def pause(self, *, paused: bool) -> None:
        """Hold it, until it goes on or the next start."""


class Unsubscribe(Protocol):
    """Tells a list that somebody leaves it (RFC 8058)."""

    def __call__(self, url: str) -> None:
        """One POST to an https address of the public internet. Raises `KnownError`: `Refused`
        where it is not sent, `Unavailable` where the list did not take it."""
