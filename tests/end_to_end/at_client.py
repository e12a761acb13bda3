"""An accessibility client: what a screen reader's user can do, as JSON lines.

Runs under the system's Python, which has pyatspi; the tests talk to it over a pipe. Each request
is {"do": …, "name": …, …}; each answer {"ok": true, "value": …} or {"ok": false, "error": …}.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import re
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pyatspi
from gi.repository import Atspi

SECONDS = 20.0
Request = Mapping[str, Any]
NAMES = re.compile(r"draftdesk|python|__main__", re.IGNORECASE)
ROWS = {"list item", "table cell", "tree item"}
PRESSES = ("press", "click", "toggle", "activate", "doDefault", "Press", "Toggle")


def application() -> Any:
    """Draftdesk's root on the accessibility bus: the one whose process is still alive.

    No event loop runs here that would keep a cache fresh, so none is used: a process that was
    killed leaves its name behind in one.
    """
    desktop = pyatspi.Registry.getDesktop(0)
    desktop.set_cache_mask(Atspi.Cache.NONE)
    desktop.clear_cache()
    for app in reversed(list(children_of(desktop))):
        try:
            if NAMES.match(app.name or "") and Path(f"/proc/{app.get_process_id()}").exists():
                app.set_cache_mask(Atspi.Cache.NONE)
                app.clear_cache()
                return app
        except Exception:
            continue
    return None


def children_of(node: Any) -> Iterator[Any]:
    """The children that can be had; one that has just gone is left out."""
    for index in range(min(node.childCount, 400)):
        try:
            child = node.getChildAtIndex(index)
        except Exception:
            continue
        if child is not None:
            yield child


def walk(node: Any, depth: int = 0) -> Iterator[Any]:
    """Every accessible object below the root `node` that is showing, parents first. What is in
    something that does not show is not asked for."""
    if node is None or depth > 40:
        return
    if depth and not showing(node):
        return
    yield node
    try:
        for child in children_of(node):
            yield from walk(child, depth + 1)
    except Exception:
        return


def showing(node: Any) -> bool:
    try:
        return bool(node.getState().contains(pyatspi.STATE_SHOWING))
    except Exception:
        return False


def fits(node: Any, name: str, role: str | None, prefix: bool) -> bool:
    try:
        found = node.name or ""
        if not (found.startswith(name) if prefix else found == name):
            return False
        return role in (None, "", node.getRoleName())
    except Exception:
        return False


def find(
    name: str,
    role: str | None = None,
    prefix: bool = False,
    index: int = 0,
    seconds: float = SECONDS,
    enabled: bool = False,
) -> Any:
    """The object of that name that is showing, waited for."""
    end = time.monotonic() + seconds
    while True:
        found = (n for n in walk(application()) if fits(n, name, role, prefix))
        if enabled:
            found = (n for n in found if n.getState().contains(pyatspi.STATE_ENABLED))
        node = next(itertools.islice(found, index, None), None)
        if node is not None:
            return node
        if time.monotonic() > end:
            raise LookupError(
                f"nothing named {name!r} ({role or 'any role'}) is showing: {there()}"
            )
        time.sleep(0.1)


def there() -> str:
    """What is on the accessibility bus, for a failure's words."""
    app = application()
    if app is not None:
        shown = [n.name for n in walk(app) if n.name]
        return f"{app.name} shows {len(shown)} named things, among them {shown[:12]}"
    others = [a.name for a in children_of(pyatspi.Registry.getDesktop(0))]
    return f"no application of ours is there, only {others}"


def press(request: Request) -> bool:
    end = time.monotonic() + SECONDS
    while True:
        node = find(
            request["name"],
            request.get("role"),
            request.get("prefix", False),
            request.get("index", 0),
            enabled=True,
        )
        with contextlib.suppress(Exception):  # it was taken away after it was found
            if press_node(node):
                return True
        if time.monotonic() > end:
            raise LookupError(f"{request['name']!r} can't be pressed")
        time.sleep(0.1)


def press_node(node: Any) -> bool:
    action = node.queryAction()
    for index in range(action.nActions):
        if action.getName(index) in PRESSES or action.nActions == 1:
            return bool(action.doAction(index))
    return False


def type_text(request: Request) -> Any:
    """Put text into an entry, as an assistive technology does."""
    node = find(request["name"], request.get("role"))
    editable = node.queryEditableText()
    if request.get("append"):
        editable.insertText(node.queryText().characterCount, request["text"], len(request["text"]))
    else:
        editable.setTextContents(request["text"])
    return node.queryText().getText(0, -1)


def text_of(request: Request) -> Any:
    node = find(request["name"], request.get("role"), request.get("prefix", False))
    return node.queryText().getText(0, -1)


def mark(request: Request) -> Any:
    """Select words of a text, by their first place in it, and wait until they are selected."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        text = find(request["name"], request.get("role")).queryText()
        start = text.getText(0, -1).find(request["words"])
        if start >= 0:
            place = (start, start + len(request["words"]))
            if text.getNSelections() and tuple(text.getSelection(0)) == place:
                return list(place)
            for number in reversed(range(text.getNSelections())):
                text.removeSelection(number)
            text.addSelection(*place)
        time.sleep(0.05)
    raise LookupError(f"{request['words']!r} of {request['name']!r} can't be selected")


def children(request: Request) -> list[str]:
    """The names of a list's or region's rows, at most 400."""
    node = find(request["name"], request.get("role"))
    return [node.getChildAtIndex(i).name for i in range(min(node.childCount, 400))]


def names(request: Request) -> Any:
    """Every name that is showing, with its role."""
    return [[n.getRoleName(), n.name] for n in walk(application()) if n.name]


def select(request: Request) -> Any:
    """Choose a row of a list by the start of its name, and activate it."""
    node = find(request["name"], request.get("role"))
    end = time.monotonic() + SECONDS
    while True:
        for index in range(min(node.childCount, 400)):
            with contextlib.suppress(Exception):  # it was taken away after it was found
                row = node.getChildAtIndex(index)
                if row is not None and request["row"] in (row.name or ""):
                    return activate(node, row, index)
        if time.monotonic() > end:
            raise LookupError(f"no row of {request['name']!r} says {request['row']!r}")
        time.sleep(0.1)


def activate(node: Any, row: Any, index: int) -> Any:
    name = row.name
    try:
        action = row.queryAction()
        for number in range(action.nActions):
            if action.getName(number) in PRESSES:
                action.doAction(number)
                return name
    except NotImplementedError:
        pass
    node.querySelection().selectChild(index)
    return name


def wait(request: Request) -> Any:
    return find(
        request["name"],
        request.get("role"),
        request.get("prefix", False),
        seconds=request.get("seconds", SECONDS),
        enabled=request.get("enabled", False),
    ).name


def gone(request: Request) -> Any:
    """Wait until nothing of that name is showing."""
    end = time.monotonic() + request.get("seconds", SECONDS)
    while time.monotonic() < end:
        app = application()
        if not any(
            fits(n, request["name"], request.get("role"), request.get("prefix", False))
            for n in walk(app)
        ):
            return True
        time.sleep(0.1)
    raise LookupError(f"{request['name']!r} is still showing")


def focus(request: Request) -> Any:
    """Put the keyboard focus on the widget of that name, and wait until it has it: a key that is
    pressed while a new window has not yet been given the keyboard goes to the one below."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        node = find(request["name"], request.get("role"))
        with contextlib.suppress(Exception):  # it was taken away after it was found
            if node.getState().contains(pyatspi.STATE_FOCUSED):
                return True
            node.queryComponent().grabFocus()
        time.sleep(0.05)
    raise LookupError(f"{request['name']!r} was not given the keyboard")


def focused(request: Request) -> Any:
    """Role and name of the innermost widget with a name that has the focus: its containers say so
    too, and the nameless part of a text that it is drawn on."""
    found = [n for n in walk(application()) if has_focus(n)]
    named = [n for n in found if n.name] or found
    return [named[-1].getRoleName(), named[-1].name] if named else ["", ""]


def has_focus(node: Any) -> bool:
    """The current row of a list says so to whoever asks: Qt does not look where the keyboard is."""
    if not node.getState().contains(pyatspi.STATE_FOCUSED):
        return False
    return node.getRoleName() not in ROWS or node.parent.getState().contains(pyatspi.STATE_FOCUSED)


DOES = {
    "press": press,
    "type": type_text,
    "text": text_of,
    "mark": mark,
    "children": children,
    "names": names,
    "select": select,
    "wait": wait,
    "gone": gone,
    "focused": focused,
    "focus": focus,
}


def main() -> None:
    print(json.dumps({"ok": True, "value": "ready"}), flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        try:
            value = DOES[request["do"]](request)
            answer = {"ok": True, "value": value}
        except Exception as error:  # whatever it was, the test is told
            answer = {"ok": False, "error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
