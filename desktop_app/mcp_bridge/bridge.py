"""The bridge as the house has it: on while the setting says so and nobody has paused it."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.mcp_bridge.questions import Questions
from desktop_app.model.bridge import BridgeState, BridgeStatus
from desktop_app.model.changes import Changes
from desktop_app.model.clock import Clock
from desktop_app.model.errors import Unavailable
from desktop_app.settings import Settings

if TYPE_CHECKING:
    from desktop_app.mcp_bridge.http.listener import Listener
    from desktop_app.mcp_bridge.visits import Door


class Bridge:
    """`told` is called by whichever thread, whenever `status` or the open questions may have
    changed.

    `run_token` is good for this run of the program, for `draftdesk mcp` alone. `first_port` is
    tried first where the setting wants any port.
    """

    def __init__(
        self,
        door: Door,
        settings: Settings,
        profile: Path,
        *,
        version: str,
        clock: Clock,
        told: Callable[[], None],
        subscribe: Callable[[Callable[[Changes], None]], Callable[[], None]],
        run_token: str,
        first_port: int = 0,
    ) -> None:
        self._door, self._settings, self._profile = door, settings, profile
        self._version, self._clock, self._told = version, clock, told
        self._subscribe, self._run_token = subscribe, run_token
        self._first_port = first_port
        self._lock = threading.RLock()
        self._listener: Listener | None = None
        self._resumes_at = 0.0
        self._timer: threading.Timer | None = None
        self._endings: list[Callable[[], None]] = []
        self._ended = False
        self.questions = Questions(clock, told)

    @property
    def status(self) -> BridgeStatus:
        listener = self._listener
        if listener is not None:
            return listener.status
        if self._resumes_at > self._clock():
            return BridgeStatus(BridgeState.PAUSED, resumes_at=self._resumes_at)
        return BridgeStatus(BridgeState.OFF)

    @property
    def busy(self) -> bool:
        """Whether a program is connected."""
        listener = self._listener
        return listener is not None and listener.connected

    @property
    def port(self) -> int:
        """Where it listens; 0 while it does not."""
        listener = self._listener
        return listener.port if listener is not None else 0

    def start(self) -> None:
        """Follow the setting from now on."""
        self._endings = [self._settings.watch(self._on_setting), self._subscribe(self._announce)]
        self._follow()

    def wait(self) -> BridgeStatus:
        """The status once it is decided: on, or why not."""
        listener = self._listener
        if listener is not None:
            listener.wait()
        return self.status

    def try_it(self) -> str:
        """Call it as a program would; what came of it, in a sentence. Raises `Unavailable`."""
        from desktop_app.mcp_bridge.trying import try_it

        status = self.wait()
        if status.state is not BridgeState.ON:
            raise Unavailable("The bridge is off.", next_step="Switch it on first.")
        return try_it(status.url, self._run_token)

    def pause(self, seconds: float) -> None:
        """Off for so long, then on again by itself; 0 ends a pause."""
        with self._lock:
            self._cancel_timer()
            self._resumes_at = self._clock() + seconds if seconds else 0.0
            if seconds:
                self._timer = threading.Timer(seconds, self._follow)
                self._timer.daemon = True
                self._timer.start()
            self._follow()

    def _announce(self, changes: Changes) -> None:
        """What a commit has changed; the programs that listen are told."""
        listener = self._listener
        if listener is not None:
            listener.announce(changes)

    def shutdown(self) -> None:
        """Nothing listens and nothing is left behind."""
        with self._lock:
            self._ended = True
            for end in self._endings:
                end()
            self._cancel_timer()
            if self._listener is not None:
                self._listener.stop()
                self._listener = None

    def _on_setting(self, key: str) -> None:
        if key in {"bridge.enabled", "bridge.port"}:
            with self._lock:
                if key == "bridge.port" and self._listener is not None:
                    self._listener.stop()
                    self._listener = None
                    self.questions.end()
                self._follow()

    def _follow(self) -> None:
        """Be on or off as is wanted now."""
        with self._lock:
            wanted = self._settings.flag("bridge.enabled") and not self._ended
            wanted = wanted and self._resumes_at <= self._clock()
            if wanted and self._listener is None:
                from desktop_app.mcp_bridge.http.listener import Listener

                listener = Listener(
                    self._door, self._profile, self._version, self._run_token, self.questions
                )
                first = self._first_port
                wanted_port, self._first_port = self._settings.number("bridge.port"), 0
                listener.start(wanted_port, self._told, first=first)
                self._listener = listener
            elif not wanted and self._listener is not None:
                self._listener.stop()
                self._listener = None
                self.questions.end()
        self._told()

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def new_run_token() -> str:
    """256 random bits for this run."""
    return secrets.token_urlsafe(32)
