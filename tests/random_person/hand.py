"""Hand: keys, clicks, wheel and accessible actions, as they come from the platform.

Each is written down as a press first, with what is seen at that moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import shiboken6
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QAccessible, QContextMenuEvent, QGuiApplication, QKeySequence, QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFileDialog,
    QMenu,
    QToolBar,
    QToolButton,
    QWidget,
)

from desktop_app.tools.person import senders
from desktop_app.ui.mailbox.senders_pane import SendersPane
from tests.random_person import review_seam
from tests.random_person.observer import Press, named
from tests.random_person.places import Place, parts_of, places_of
from tests.random_person.review_seam import is_entry
from tests.random_person.world import World, id_at

NONE = Qt.KeyboardModifier.NoModifier
LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
TEXTS = {
    Qt.Key.Key_Return: "\r",
    Qt.Key.Key_Enter: "\r",
    Qt.Key.Key_Tab: "\t",
    Qt.Key.Key_Backtab: "\t",
    Qt.Key.Key_Escape: "\x1b",
    Qt.Key.Key_Backspace: "\b",
    Qt.Key.Key_Delete: "\x7f",
}
SENDING = {"Ctrl+Return", "Ctrl+Enter"}
PRESSING = {"Space", "Return", "Enter"}


class Hand:
    """One person's hand on a world."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.choice = 0
        """What is chosen of a menu that opens a loop of its own, as the one of a button does."""
        self._under_menu = self._depth = 0
        self._inside = QTimer(interval=0)
        self._inside.timeout.connect(self._choose)

    # --- keys ----------------------------------------------------------------------------------

    def key(
        self, name: str, *, repeats: int = 0, between: Callable[[], object] | None = None
    ) -> None:
        """Press a key, keep it down for some repeats with something `between`, let it go. `G, I`
        is two keys."""
        for part in name.split(", ") if name != "," else [name]:
            combination = QKeySequence(part)[0]  # type: ignore[index]
            code, modifiers = combination.key(), combination.keyboardModifiers()
            text = _text(code, modifiers)
            if part in {"#", "?", "!", "*", ":"}:
                modifiers |= Qt.KeyboardModifier.ShiftModifier
            self._in_front()
            with self.world.observer.press(self._key_press(part, text)):
                self._event(True, code, modifiers, text, repeat=False)
            for _ in range(repeats):
                (between or self.world.turn)()
                if self.world.leaving:
                    return
                with self.world.observer.press(self._key_press(part, text, repeat=True)):
                    self._event(False, code, modifiers, text, repeat=True)
                    self._event(True, code, modifiers, text, repeat=True)
            self._event(False, code, modifiers, text, repeat=False)

    def type(self, text: str) -> None:
        for letter in text:
            self.key("Space" if letter == " " else letter)

    def _in_front(self) -> QWindow | None:
        """The window that keys go to; found before a press is written down, which says where the
        focus is."""
        target = QGuiApplication.focusWindow()
        if target is None or not target.isVisible():  # a menu that was closed in its own loop
            self.top().activateWindow()
            QApplication.processEvents()
            target = QGuiApplication.focusWindow()
        return target

    def _event(self, down: bool, code: Any, modifiers: Any, text: str, *, repeat: bool) -> None:
        target = self._in_front()
        if target is not None and target.isVisible():
            with self._menus():
                QTest.simulateEvent(target, down, int(code), modifiers, text, repeat)

    @contextmanager
    def _menus(self) -> Iterator[None]:
        self._depth += 1
        self._inside.start()
        try:
            yield
        finally:
            self._depth -= 1
            if not self._depth:
                self._inside.stop()

    def _choose(self) -> None:
        menu = QApplication.activePopupWidget()
        if not isinstance(menu, QMenu) or self._depth > 1:
            return  # what is chosen of a menu is one press, with its own turn
        entries = parts_of(menu)
        if entries and self.choice % 3:
            _, box, name = entries[self.choice % len(entries)]
            self.click_at(menu, box.center(), name)
        if shiboken6.isValid(menu) and menu.isVisible():
            menu.close()

    def _key_press(self, name: str, text: str, *, repeat: bool = False) -> Press:
        focused = QApplication.focusWidget()
        press = self._press("repeat" if repeat else "key", name, focused)
        press.entry = is_entry(focused)
        press.letter = bool(text.strip()) and text.isprintable() and "+" not in name.strip("+")
        popup = QApplication.activePopupWidget()
        chosen = popup.activeAction() if isinstance(popup, QMenu) else None
        held = review_seam.in_review(self.world.front, focused)
        press.sends = not repeat and (
            (name in SENDING and held)
            or (name in PRESSING and _is_send(focused))
            or (name in PRESSING and chosen is not None and chosen.text().startswith("Send"))
            or (
                name in PRESSING
                and focused is not None
                and type(focused.window()).__name__ == "Palette"
            )
        )
        press.redoes = name == "Shift+Z"
        if held and not press.sends:
            self.acted()
        return press

    # --- the pointer ---------------------------------------------------------------------------

    def places(self) -> list[Place]:
        """All that can be pressed in the window in front, with where it is."""
        return places_of(self.top())

    def click(self, number: int, button: Any = LEFT, *, double: bool = False) -> str:
        """Press and let go over one of the places; what was aimed at."""
        places = self.places()
        if not places:
            return "nothing"
        widget, box, name = places[number % len(places)]
        self.click_at(widget, box.center(), name, button, double=double)
        return name

    def click_on(self, name: str) -> bool:
        """Press what has this name, if it is in sight."""
        for widget, box, words in self.places():
            if words == name or widget.accessibleName() == name:
                self.click_at(widget, box.center(), name)
                return True
        return False

    def click_row(self, number: int, button: Any = LEFT, *, double: bool = False) -> str:
        """Press a row of the list in front."""
        rows = [place for place in self.places() if place[2].startswith("row ")]
        lists = [r for r in rows if "Conversations" in r[2] or "Drafts" in r[2]]
        if not lists:
            return "no row"
        widget, box, name = lists[number % len(lists)]
        self.click_at(widget, box.center(), name, button, double=double)
        return name

    def click_in_review(self, words: str) -> str:
        """Press the button of the review with these words."""
        for widget, box, _ in self.places():
            inside = review_seam.in_review(self.world.front, widget)
            if inside and isinstance(widget, QAbstractButton) and widget.text() == words:
                self.click_at(widget, box.center(), f"{words} in the review")
                return words
        return f"no {words}"

    def click_toolbar(self, number: int) -> str:
        """Press a button of the toolbar, one too that can't be pressed now."""
        window = self.world.window
        if self.top() is not window:
            return "something is in front"
        bars = [bar for bar in window.findChildren(QToolBar) if bar.isVisible()]
        buttons = [b for bar in bars for b in bar.findChildren(QToolButton) if b.isVisible()]
        shown = [b for b in buttons if not b.visibleRegion().isEmpty()]
        if not shown:
            return "no toolbar"
        button = shown[number % len(shown)]
        self.click_at(button, button.rect().center(), named(button))
        return named(button)

    def click_send(self, *, double: bool = False) -> str:
        for widget, box, name in self.places():
            if _is_send(widget) and review_seam.in_review(self.world.front, widget):
                self.click_at(widget, box.center(), name, double=double)
                return name
        return "no Send"

    def answer_question(self, number: int) -> str:
        """Press one of the buttons of what is asked before the window closes."""
        top = self.top()
        asked = (
            "Send now and close", "Keep as draft and close", "Close when it has left",
            "Stay", "Try again", "Copy text",
        )  # fmt: skip
        places = self.places()
        known = [p for p in places if named(p[0]).split("“")[-1].rstrip("”") in asked]
        places = known or [p for p in places if isinstance(p[0], QAbstractButton) and top.isModal()]
        if not places:
            return "nothing"
        widget, box, name = places[number % len(places)]
        self.click_at(widget, box.center(), name)
        return name

    def click_at(
        self, widget: QWidget, point: QPoint, name: str, button: Any = LEFT, *, double: bool = False
    ) -> None:
        top = self.top()
        at = widget.mapTo(top, point) if widget is not top else point
        hit = top.childAt(at) or top
        kind = "click" if button == LEFT else "right click"
        mouse = QTest.MouseAction
        with self.world.observer.press(self._mouse_press(kind, name, hit, top, at)):
            with self._menus():
                QTest.mouseEvent(mouse.MouseClick, top.windowHandle(), button, NONE, at)
            if button == RIGHT and shiboken6.isValid(top) and not QApplication.activePopupWidget():
                self._context_menu(top, at)
        if double and shiboken6.isValid(top) and shiboken6.isValid(hit) and top.isVisible():
            second = self._mouse_press("second click", name, hit, top, at)
            with self.world.observer.press(second), self._menus():
                QTest.mouseEvent(mouse.MouseDClick, top.windowHandle(), button, NONE, at)

    def wheel(self, number: int, steps: int) -> str:
        """Turn the wheel over one of the places."""
        places = self.places()
        if not places:
            return "nothing"
        widget, box, name = places[number % len(places)]
        top = self.top()
        at = widget.mapTo(top, box.center()) if widget is not top else box.center()
        with self.world.observer.press(self._mouse_press("wheel", name, widget, top, at)):
            QTest.wheelEvent(top.windowHandle(), QPointF(at), QPoint(0, -120 * steps))
        return name

    def _context_menu(self, top: QWidget, at: QPoint) -> None:
        """The platform sends this after the press. A scroll bar's menu waits for an answer."""
        hit = top.childAt(at) or top
        place = hit.mapFrom(top, at) if hit is not top else at
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, top.mapToGlobal(at))
        with self._menus():
            QApplication.sendEvent(hit, event)

    def _mouse_press(self, kind: str, name: str, hit: QWidget, top: QWidget, at: QPoint) -> Press:
        press = self._press(kind, name, QApplication.focusWidget())
        if isinstance(top, QMenu):
            action = top.actionAt(at)
            press.sends = action is not None and action.text().startswith("Send")
            press.redoes = action is not None and action.text().startswith("Redo")
            press.under = self._under_menu
        else:
            press.sends = kind.endswith("click") and _is_send(hit)
            press.under = self._row_at(hit, top, at)
            self._under_menu = press.under
        if review_seam.in_review(self.world.front, hit) and not press.sends:
            self.acted()
        return press

    def _row_at(self, hit: QWidget, top: QWidget, at: QPoint) -> int:
        view = self.world.view()
        if view is None or hit is not view.viewport():
            return 0
        index = view.indexAt(hit.mapFrom(top, at))
        return id_at(index)

    # --- assistive technology ------------------------------------------------------------------

    def button(self, number: int) -> QAbstractButton | None:
        """A button in front."""
        places = [w for w, _, _ in self.places() if isinstance(w, QAbstractButton)]
        return places[number % len(places)] if places else None

    def accessible(self, button: QAbstractButton) -> str:
        """Do the first action a screen reader is offered for a button."""
        actions = QAccessible.queryAccessibleInterface(button).actionInterface()
        names = actions.actionNames() if actions is not None else []
        name = next((n for n in names if n in {"Press", "Toggle"}), "")
        if not name:
            return "nothing"
        press = self._press("accessible", f"{name} {named(button)}", QApplication.focusWidget())
        press.sends = _is_send(button)
        if review_seam.in_review(self.world.front, button) and not press.sends:
            self.acted()
        with self.world.observer.press(press), self._menus():
            actions.doAction(name)
        return press.what

    def does(self, what: str, act: Callable[..., object], *given: object) -> None:
        """Something else a person does: the size of the window, a look."""
        with self.world.observer.press(self._press("change", what, QApplication.focusWidget())):
            act(*given)

    # --- what is seen --------------------------------------------------------------------------

    def top(self) -> QWidget:
        """The window that gets what the pointer does."""
        front = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        if front is None or isinstance(front, QFileDialog):
            front = self.world.front
        return front

    def acted(self) -> None:
        """The person has done something in the draft that is in front."""
        self.world.opened_by_itself.discard(self.world.front.bench.selection.draft)

    def _asked(self) -> tuple[int, ...]:
        """The conversations that the dialog in front is about: those it names, or those of the
        sender whose row has the ring."""
        dialog = QApplication.activeModalWidget()
        pane = dialog.findChild(SendersPane) if dialog is not None else None
        current = pane.list.current() if pane is not None else None
        if current is None:
            return getattr(dialog, "targets", ())
        wanted = senders.FindSenderThreads(
            address=current.address.key, account=current.account_id, inbox=True
        )
        found = self.world.house.runner().call(senders.FIND_SENDER_THREADS, wanted).unwrap()
        return tuple(int(id_) for id_ in found.thread_ids)

    def _press(self, kind: str, what: str, focused: QWidget | None) -> Press:
        world = self.world
        selection = world.window.bench.selection
        view = self.world.view()
        press = Press(
            len(world.observer.presses) + 1,
            kind,
            what,
            draft=review_seam.shown_draft(world.front),
            listed=view is not None,
            targets=selection.targets,
            asked=self._asked(),
            reviewing=selection.reviewing,
            pane=selection.conversation,
            focused=named(focused),
        )
        press.by_itself = press.draft in world.opened_by_itself
        if view is not None:
            chosen = view.selectionModel().selectedRows()
            press.selected = tuple(sorted(id_at(index) for index in chosen))
            press.ring = id_at(view.currentIndex())
        world.look()
        return press


def _in_palette(focused: QWidget | None) -> bool:
    """The command palette has Send among its commands."""
    return focused is not None and type(focused.window()).__name__ == "Palette"


def _is_send(widget: QWidget | None) -> bool:
    names = (widget.accessibleName(), widget.text()) if isinstance(widget, QAbstractButton) else ()
    return any(name.startswith("Send to") or name == "Send" for name in names)


def _text(code: Any, modifiers: Any) -> str:
    bare = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    if modifiers & bare:
        return ""
    if code in TEXTS:
        return TEXTS[code]
    if 0x20 <= int(code) < 0x110000 and int(code) < 0x01000000:
        letter = chr(int(code))
        return letter if modifiers & Qt.KeyboardModifier.ShiftModifier else letter.lower()
    return ""
