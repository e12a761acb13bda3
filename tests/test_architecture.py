"""The rules of the house that imports cannot tell (those are in .importlinter)."""

from __future__ import annotations

import ast
import gc
import importlib
import pkgutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest

import desktop_app
from desktop_app.model.draft import Origin
from desktop_app.settings import TABLE
from desktop_app.tools import person, verbs
from desktop_app.tools.calls.base import Decision, Effect, Group, Tool
from desktop_app.tools.calls.results import ListedResult
from desktop_app.tools.catalogue import ALL_TOOLS, listed
from desktop_app.tools.policy import EDITABLE, POLICY, setting_key
from tests.sure import of_kind

ROOT = Path(desktop_app.__file__).parent
MOST_LINES = 400
_OTHERS = (Origin.ASSISTANT, Origin.MCP)
FORBIDDEN_NAMES = {"utils", "util", "helpers", "helper", "misc", "common", "manager"}


def sources() -> Iterator[Path]:
    yield from sorted(ROOT.rglob("*.py"))


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


tree_of = cache(parsed)


@contextmanager
def no_collector() -> Iterator[None]:
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


@pytest.fixture(autouse=True, scope="module")
def read_once() -> Iterator[None]:
    """Each file of the program is parsed once. The collector does not look through the trees, of
    millions of objects, with every tree more: that takes four to ten times as long."""
    gc.collect()
    with no_collector():
        for path in sources():
            tree_of(path)
        gc.freeze()
    yield
    tree_of.cache_clear()


def trees(folder: Path = ROOT) -> Iterator[tuple[Path, ast.Module]]:
    with no_collector():
        for path in sorted(folder.rglob("*.py")):
            yield path, tree_of(path) if path.is_relative_to(ROOT) else parsed(path)


def test_no_file_is_longer_than_four_hundred_lines() -> None:
    long = {
        p.name: n for p in sources() if (n := len(p.read_text("utf-8").splitlines())) > MOST_LINES
    }
    assert long == {}


def test_every_module_says_what_it_is_for() -> None:
    silent = [str(p.relative_to(ROOT)) for p, tree in trees() if not ast.get_docstring(tree)]
    assert silent == []


def test_no_room_is_called_utils_or_the_like() -> None:
    named = [p for p in sources() if FORBIDDEN_NAMES & {p.stem, *p.relative_to(ROOT).parts}]
    assert named == []


def modal_calls(tree: ast.Module) -> list[int]:
    """The lines that execute a dialog: `exec()` spins a second event loop inside the first;
    `open()` and `finished` do not."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in {"exec", "exec_"}
    ]


def test_no_dialog_is_executed_modally() -> None:
    """Nothing is executed but the application's own loop, where a process begins without a
    window: there is no other loop around it."""
    found = {p: lines for p, tree in trees(ROOT / "ui") if (lines := modal_calls(tree))}
    said = {p.name: p.read_text("utf-8").splitlines()[n - 1].strip() for p, [n] in found.items()}
    assert said == {"jobs.py": "return app.exec()"}


def filters_of_all(tree: ast.Module) -> list[int]:
    """The lines that watch every object of the application: PySide6 crashes at those of a web
    view (`ui/widgets/focused_events.py`)."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "installEventFilter"
        and "app" in ast.unparse(node.func.value).lower()
    ]


def test_no_event_filter_watches_the_whole_application() -> None:
    found = {p.name: lines for p, tree in trees(ROOT / "ui") if (lines := filters_of_all(tree))}
    assert found == {}


@pytest.mark.parametrize("planted", ["application", "QApplication.instance()", "self._app"])
def test_the_check_for_such_filters_bites(planted: str) -> None:
    assert filters_of_all(ast.parse(f"{planted}.installEventFilter(self)")) == [1]


@pytest.mark.parametrize(
    ("code", "lines"),
    [("dialog.exec()", [1]), ("\nQDialog(self).exec_()", [2]), ("exec(code)\ndialog.open()", [])],
)
def test_the_check_for_modal_dialogs_bites(code: str, lines: list[int]) -> None:
    assert modal_calls(ast.parse(code)) == lines


def idle_waits(tree: ast.Module) -> list[int]:
    """The lines of a test that let time pass: `qtbot.wait(ms)`, `QTest.qWait(ms)`, `sleep(s)`."""
    calls = [n for n in ast.walk(tree) if isinstance(n, ast.Call)]
    attributes = [(n.lineno, n.func) for n in calls if isinstance(n.func, ast.Attribute)]
    return [
        line
        for line, func in attributes
        if func.attr in {"qWait", "sleep"}
        or (func.attr == "wait" and ast.unparse(func.value).endswith("qtbot"))
    ]


WITH_A_WHEEL = {
    f"Q{name}"
    for name in "ComboBox FontComboBox SpinBox DoubleSpinBox DateEdit TimeEdit DateTimeEdit "
    "Slider Dial TabBar CalendarWidget".split()
}


def test_controls_whose_value_the_wheel_would_change_are_made_in_one_place() -> None:
    made = {
        str(path.relative_to(ROOT / "ui"))
        for path, tree in trees(ROOT / "ui")
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and WITH_A_WHEEL & {n.name for n in node.names}
    }
    assert made == {"widgets/controls.py"}


OUTSIDE = {"end_to_end", "fakes"}
"""What drives other processes has to ask again and again."""

SLOW_ON_PURPOSE = {
    "accounts/oauth/test_loopback.py",  # a handler that takes its time
    "accounts/google/test_sending.py",  # asks what a killed process left
    "mcp_bridge/fixtures.py",  # the conformance suite's tools say things between pauses
    "mcp_bridge/test_listening.py",  # a turn of the loop
    "ui/looking.py",  # turns of the loop until something holds
}


def test_no_test_waits_for_time_to_pass() -> None:
    tests = Path(__file__).parent
    found = {
        str(path.relative_to(tests)): lines
        for path, tree in trees(tests)
        if path.relative_to(tests).parts[0] not in OUTSIDE and (lines := idle_waits(tree))
    }
    assert found.keys() == SLOW_ON_PURPOSE


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("desk.qtbot.wait(50)\nqtbot.wait(1)", [1, 2]),
        ("time.sleep(1)\nQTest.qWait(3)", [1, 2]),
        ("event.wait(5)\nqtbot.waitUntil(f)", []),
    ],
)
def test_the_check_for_waits_bites(code: str, lines: list[int]) -> None:
    assert idle_waits(ast.parse(code)) == lines


def verb_modules() -> list[str]:
    return [m.name for m in pkgutil.iter_modules(verbs.__path__)]


@pytest.mark.parametrize("name", verb_modules())
def test_a_verb_file_holds_one_tool_of_its_own_name(name: str) -> None:
    module = importlib.import_module(f"desktop_app.tools.verbs.{name}")
    tools = [v for v in vars(module).values() if isinstance(v, Tool)]
    assert [t.name for t in tools] == [name]


def person_modules() -> list[str]:
    return [m.name for m in pkgutil.iter_modules(person.__path__)]


def person_module(name: str) -> ModuleType:
    return importlib.import_module(f"desktop_app.tools.person.{name}")


@pytest.mark.parametrize("name", person_modules())
def test_a_subject_of_the_person_lists_every_tool_that_it_defines(name: str) -> None:
    module = person_module(name)
    tools = {key: value for key, value in vars(module).items() if isinstance(value, Tool)}
    assert list(module.TOOLS) == list(tools.values())
    assert list(tools) == [tool.name.upper() for tool in module.TOOLS]


@pytest.mark.parametrize("name", person_modules())
def test_no_model_is_told_of_a_tool_of_the_person(name: str) -> None:
    tools = person_module(name).TOOLS
    assert {tool.group for tool in tools} == {Group.WINDOW}
    assert not set(tools) & {tool for origin in _OTHERS for tool in listed(origin)}


def test_every_tool_is_in_the_catalogue_once() -> None:
    persons = [t.name for name in person_modules() for t in person_module(name).TOOLS]
    assert sorted(t.name for t in ALL_TOOLS) == sorted([*verb_modules(), *persons])


def test_every_verb_is_listed_to_others_and_says_what_it_does_and_did() -> None:
    for origin in _OTHERS:
        assert sorted(t.name for t in listed(origin)) == sorted(verb_modules())
        assert all(t.description and t.done for t in listed(origin))
        assert all(issubclass(t.result, ListedResult) for t in listed(origin))


def test_the_policy_table_has_every_cell() -> None:
    assert set(POLICY) == {(o, e) for o in Origin for e in Effect}


def test_sending_by_anyone_but_the_person_asks_and_no_setting_changes_that() -> None:
    for origin in (Origin.ASSISTANT, Origin.MCP):
        assert POLICY[origin, Effect.SEND] is Decision.ASK
        assert (origin, Effect.SEND) not in EDITABLE
        assert setting_key(origin, Effect.SEND) not in TABLE


def test_no_stranger_is_told_anything_without_the_person() -> None:
    for origin in (Origin.ASSISTANT, Origin.MCP):
        assert POLICY[origin, Effect.OUTWARD] is Decision.ASK
        assert (origin, Effect.OUTWARD) not in EDITABLE


def test_every_editable_cell_has_its_setting_with_the_same_choices() -> None:
    for cell, choices in EDITABLE.items():
        row = TABLE[setting_key(*cell)]
        assert set(row.choices) == {str(c) for c in choices}
        assert row.default == str(POLICY[cell])


def test_only_the_review_makes_a_send_permit() -> None:
    """The constructor stands in one file, which only the review's press imports."""
    makers = [
        str(path.relative_to(ROOT))
        for path, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and _called(node) == "SendPermit"
    ]
    assert makers == ["ui/review/send_permit.py"]
    users = [
        str(path.relative_to(ROOT))
        for path, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "desktop_app.ui.review.send_permit"
    ]
    assert users == ["ui/review/send_press.py"]


def test_only_the_composition_root_stamps_an_origin() -> None:
    def makers(name: str) -> set[str]:
        return {
            str(path.relative_to(ROOT))
            for path, tree in trees()
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and _called(node) == name
        }

    assert makers("Runner") == {"house.py"}
    assert makers("Caller") == {"callers.py", "tools/calls/caller.py"}


def _called(node: ast.Call) -> str:
    func = node.func
    return func.id if isinstance(func, ast.Name) else getattr(func, "attr", "")


def test_the_focus_is_moved_in_one_place() -> None:
    """A press of the person moves it, an answer that arrives never does: ui/widgets/focus.py."""
    movers = {
        str(path.relative_to(ROOT))
        for path, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and _called(node) == "setFocus"
    }
    assert movers == {"ui/widgets/focus.py"}


def test_qt_s_lists_of_widgets_are_read_where_the_collector_waits() -> None:
    """But for one that is read when it has no work: ui/widgets/every_widget.py."""
    lists = {"allWidgets", "topLevelWidgets"}
    readers = {
        str(path.relative_to(ROOT))
        for path, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in lists
    }
    assert readers == {"ui/widgets/every_widget.py"}


def _labels(tree: ast.Module) -> list[int]:
    """Lines where a label is made, or a kind of label is defined that may show mark-up."""
    found = [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and _called(node) == "QLabel"
    ]
    kinds = (
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        and "QLabel" in {base.id for base in node.bases if isinstance(base, ast.Name)}
    )
    return found + [
        kind.lineno for kind in kinds if "TextFormat.PlainText" not in ast.unparse(kind)
    ]


def test_labels_are_made_in_one_place_that_chooses_their_text_format() -> None:
    """A label of Qt's guesses whether its text is mark-up: words of a mail could be."""
    makers = {str(path.relative_to(ROOT)) for path, tree in trees() if _labels(tree)}
    assert makers == {"ui/widgets/parts.py"}


@pytest.mark.parametrize(
    "planted",
    [
        "label = QLabel(subject)",
        "label = QtWidgets.QLabel(subject)",
        "class Name(QLabel):\n    pass",
    ],
)
def test_a_planted_label_is_found(planted: str) -> None:
    assert _labels(ast.parse(planted)) == [1]


_TOOLTIPS = {"setToolTip": 0, "setTabToolTip": 1, "setStatusTip": 0, "setWhatsThis": 0}
"""Setters of texts that Qt may take for mark-up, and which argument that is."""


def _unsafe_tooltips(tree: ast.Module) -> list[int]:
    """Lines that set one to anything but words of the program or what `as_tooltip` returns."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    texts = [
        node.args[_TOOLTIPS[_called(node)]]
        for node in calls
        if _called(node) in _TOOLTIPS and isinstance(node.func, ast.Attribute)
    ]
    shown = (n for n in calls if ast.unparse(n.func) == "QToolTip.showText")
    texts += [node.args[1] for node in shown]
    return [
        text.lineno
        for text in texts
        if not isinstance(text, ast.Constant)
        and not (isinstance(text, ast.Call) and _called(text) == "as_tooltip")
    ]


def test_what_a_tooltip_shows_is_escaped_in_one_place() -> None:
    found = [f"{p.relative_to(ROOT)}:{n}" for p, tree in trees() for n in _unsafe_tooltips(tree)]
    assert found == []
    by_hand = {
        str(p.relative_to(ROOT)) for p in sources() if 'replace("<", "' in p.read_text("utf-8")
    }
    assert not {path for path in by_hand if path.startswith("ui/")}


def test_a_planted_tooltip_is_found() -> None:
    planted = ("row.setToolTip(subject)", "tabs.setTabToolTip(0, f'{name}')")
    shown = "QToolTip.showText(here, subject, view)"
    assert [_unsafe_tooltips(ast.parse(line)) for line in (*planted, shown)] == [[1]] * 3
    assert _unsafe_tooltips(ast.parse("row.setToolTip(as_tooltip(subject))")) == []


def _elisions(tree: ast.Module) -> list[int]:
    """Lines that cut a text themselves: Qt's own way, or a slice with an ellipsis behind it."""
    cuts = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _called(node) == "elidedText":
            cuts.append(node.lineno)
        parts = node.values if isinstance(node, ast.JoinedStr) else []
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            parts = [node.left, node.right]
        if any(_is_cut(one) and _is_ellipsis(two) for one, two in pairwise(parts)):
            cuts.append(of_kind(ast.expr, node).lineno)
    return cuts


def _is_cut(part: ast.expr) -> bool:
    value = part.value if isinstance(part, ast.FormattedValue) else part
    return isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Slice)


def _is_ellipsis(part: ast.expr) -> bool:
    return isinstance(part, ast.Constant) and str(part.value).lstrip(" [").startswith(("…", "..."))


def test_text_is_cut_to_its_room_in_one_place() -> None:
    """There the ellipsis of right-to-left text gets its mark."""
    cutters = {str(path.relative_to(ROOT)) for path, tree in trees(ROOT / "ui") if _elisions(tree)}
    assert cutters == {"ui/widgets/elision.py"}


@pytest.mark.parametrize(
    "planted",
    ["metrics.elidedText(a, b, c)", "f'{a[:9]}…'", "f'{a[:9]}…{a[-4:]}'", "a[:9] + '…'"],
)
def test_a_planted_cut_is_found(planted: str) -> None:
    assert _elisions(ast.parse(planted)) == [1]


ALWAYS_THERE = {"sidebar_pane", "search_pane"}
"""The window makes these two itself."""


def test_every_pane_is_listed() -> None:
    """A file that defines a `Pane` has its factory in ui/window/panes.py."""
    files = {
        ".".join(path.relative_to(ROOT.parent).with_suffix("").parts)
        for path, tree in trees()
        for node in tree.body
        if isinstance(node, ast.ClassDef)
        and "Pane" in {base.id for base in node.bases if isinstance(base, ast.Name)}
        and path.stem not in ALWAYS_THERE
    }
    table = ast.parse((ROOT / "ui" / "window" / "panes.py").read_text("utf-8"))
    made = {
        node.module
        for function in table.body
        if isinstance(function, ast.FunctionDef)
        for node in function.body
        if isinstance(node, ast.ImportFrom)
    }
    assert files == made
