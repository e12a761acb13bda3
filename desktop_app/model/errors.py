"""The error tree.

::

    Exception
    └── KnownError            the environment's fault; a sentence for the person, one next step
        ├── BadInput          what was asked cannot be understood or is not allowed
        │   └── QueryError    a search query, with the place in it that is wrong
        ├── NotFound          the message, thread, draft, file … is not there (any more)
        ├── Conflict          it changed in the meantime (a stale revision, an edit elsewhere)
        ├── Refused           policy or a promise forbids it (no permit, not what was shown)
        ├── Unavailable       a service, file or device can't be reached now (retryable)
        │   ├── SlowDown      the service has had enough for now; it says until when
        │   └── Declined      it answered that it does not do this one thing; others go on
        ├── NeedsSignIn       the account must be signed in again, or a scope granted
        │   └── NotPermitted  it is signed in, without the permission for this
        ├── NoKeyring         there is no system keyring to be used now; a secret was not kept
        ├── StorageError      the profile can't be read or written (a newer schema, no permission)
        │   ├── DiskFull      the last change was not saved
        │   └── Damaged       the mail database is missing, empty or damaged; a backup may help
        └── Cancelled         whoever asked has called it off; nothing to show

Anything that is not a `KnownError` is a bug: it is logged with its traceback and shown as
such. Each account kind maps its library's exceptions to this tree at its own border.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

_NOTHING: Mapping[str, str] = MappingProxyType({})


class KnownError(Exception):
    """An error with a plain sentence (`str(error)`), a stable `code` and one `next_step`.

    `details` are short strings, free of secrets, for *Copy details*. `retryable` says that the
    same call may succeed later without the person changing anything. `untrusted` are words of
    strangers that belong to it (a choice of file names): never a part of our own sentences.
    """

    code: ClassVar[str] = "known_error"
    retryable: ClassVar[bool] = False

    def __init__(
        self,
        sentence: str,
        *,
        next_step: str = "",
        details: Mapping[str, str] = _NOTHING,
        untrusted: str = "",
    ) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.next_step = next_step
        self.details = details
        self.untrusted = untrusted


class BadInput(KnownError):
    code = "bad_input"


class QueryError(BadInput):
    """A query that can't be understood; `start` and `end` are offsets into `query`.

    `unfinished`: going on typing can make it right. `meant` is what most likely belongs there.
    """

    code = "bad_query"

    def __init__(
        self,
        sentence: str,
        *,
        query: str,
        start: int,
        end: int,
        unfinished: bool = False,
        meant: str = "",
        next_step: str = "",
    ) -> None:
        details = {"query": query, "at": f"{start}-{end}"}
        super().__init__(sentence, next_step=next_step, details=details)
        self.unfinished = unfinished
        self.meant = meant
        self.query = query
        self.start = start
        self.end = end


class NotFound(KnownError):
    code = "not_found"


class Conflict(KnownError):
    code = "conflict"


class Refused(KnownError):
    code = "refused"


class Unavailable(KnownError):
    code = "unavailable"
    retryable = True


class SlowDown(Unavailable):
    """A limit of the service's is used up; `resumes_at` is in seconds since the epoch."""

    code = "slow_down"

    def __init__(
        self,
        sentence: str,
        *,
        resumes_at: float,
        next_step: str = "",
        details: Mapping[str, str] = _NOTHING,
    ) -> None:
        super().__init__(sentence, next_step=next_step, details=details)
        self.resumes_at = resumes_at


class Declined(Unavailable):
    """The service was reached and did not do what it was asked, without saying that it never will:
    the connection is good."""


class NeedsSignIn(KnownError):
    code = "needs_sign_in"


class NotPermitted(NeedsSignIn):
    """The sign-in is good and does not include the permission; to a model it is the same step."""


class NoKeyring(KnownError):
    """The person decides: try again, keep the secret for this session only, or give up."""

    code = "no_keyring"


class StorageError(KnownError):
    code = "storage"


class Damaged(StorageError):
    """What was read of the mail database is not what was written. The next start of the window
    offers to restore it."""

    code = "damaged"


class DiskFull(StorageError):
    """What it says was not saved is the last change alone; what came before it may stay."""


class Cancelled(KnownError):
    code = "cancelled"
