"""Which of the stalls an application wrote down break the promise that the window never blocks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from tests.end_to_end.machine import Sample, best_pace, taken

LIMIT_MS = 50
NATIVE_LIMIT_MS = 250
"""Within Qt alone (loading a fallback font, building a screen reader's tree) no line of ours can
be blamed; such a stall is tolerated up to here."""

ONE_OFFS = {"start_engine": 1000, "_make_page": 600, "_embed": 600, "show_mail": 1000}
"""What Qt does once for each run of the program, in the window's thread and nowhere else: the
function of ours that asks for it, and milliseconds. Starting the web engine took 340 to 420 ms on a
machine at rest, 800 ms on a busy one, in the first page now and then; remaking the window for the
first web view 244 ms at rest."""

_SAID = re.compile(
    r"^GUI thread stalled for (?P<lasted>\d+) ms, (?P<computed>\d+) of them computing "
    r"at a pace of (?P<pace>\d+) µs, until (?P<ended>[\d.]+)$",
    re.MULTILINE,
)

Watches = Iterable[Sequence[Sample]]


def own_stalls(log: str, watches: Watches = ()) -> Iterator[tuple[float, str]]:
    """Each stall over 50 ms: milliseconds of its own, and what was written down of it. What the
    machine took, by these watches over it, is no time of its own."""
    for stall in re.split(r"(?=^GUI thread stalled)", log, flags=re.M)[1:]:
        said = _SAID.search(stall)
        assert said is not None, stall
        lasted, computed = (float(said[name]) / 1000 for name in ("lasted", "computed"))
        ended = float(said["ended"])
        slowness = max(1.0, float(said["pace"]) / best_pace())
        own = 1000 * taken(watches, ended - lasted, ended).own(lasted, computed, slowness)
        if own > LIMIT_MS:
            yield own, stall


def forbidden_stalls(log: str, watches: Watches = ()) -> list[str]:
    """The stalls that break the promise: any over 50 ms in our own code, and long ones in Qt."""
    found = []
    once = dict(ONE_OFFS)
    for milliseconds, stall in own_stalls(log, watches):
        asked = re.findall(r"^ +File .*, in (\w+)$", stall.partition("__app.exec()")[2], re.M)
        # What Qt itself calls back meanwhile may be the innermost of ours, and nothing else may.
        acts = [name for name in asked if name not in {"eventFilter", "event"}]
        named = acts[-1] if acts and acts[-1] in once else ""
        if named and milliseconds <= once.pop(named):
            continue
        if asked or milliseconds > NATIVE_LIMIT_MS:
            found.append(f"{milliseconds:.0f} ms of its own; {stall}")
    return found
