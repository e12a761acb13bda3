"""What became of a request, for whoever asked."""

from __future__ import annotations

from desktop_app.model.clock import iso
from desktop_app.model.request import Request, RequestState
from desktop_app.tools.calls.results import ListedResult

_TOLD = {
    RequestState.WAITING: "waits for the person",
    RequestState.FAILED: "was allowed and failed; the person can try again",
    RequestState.ALLOWED: "was allowed and is done",
    RequestState.REFUSED: "was refused",
    RequestState.EXPIRED: "has expired",
}


class RequestOutcome(ListedResult, frozen=True):
    """`state` is waiting, allowed, refused, expired or failed; `reason` says why. `draft_id` is the
    draft that came of it."""

    display: str
    request_id: int
    state: str
    reason: str
    tool: str
    asked: str
    draft_id: str = ""

    @property
    def outcome(self) -> str:
        return self.state


def outcome_of(request: Request) -> RequestOutcome:
    """What became of a request, for who asked."""
    words = f"Request {request.id} ({request.call.tool}) {_TOLD[request.state]}."
    if request.reason:
        words = f"{words} {request.reason}"
    if request.draft_id:
        words = f"{words} It is draft {request.draft_id}."
    return RequestOutcome(
        words,
        request.id,
        request.state,
        request.reason,
        request.call.tool,
        iso(int(request.asked)),
        request.draft_id,
    )
