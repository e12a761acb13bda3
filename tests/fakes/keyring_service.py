"""A real gnome-keyring on a message bus of its own, in a home of its own.

What can be wrong with a keyring is brought about for real: no bus, no service, a wrong
password, a lock, a killed daemon.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path

NEEDED = ("dbus-daemon", "gnome-keyring-daemon")
_BUS = """<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen>{activation}
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
<allow own="*"/></policy></busconfig>"""


def missing() -> list[str]:
    """What this machine lacks for a keyring; `make test` installs it."""
    return [name for name in NEEDED if shutil.which(name) is None]


class KeyringService:
    """`environment` makes a process use it; `home` is where it keeps its (encrypted) files."""

    def __init__(self, folder: Path, *, activation: bool = True) -> None:
        self.home = folder / "home"
        runtime = folder / "run"
        (self.home / ".local/share/keyrings").mkdir(parents=True)
        runtime.mkdir(mode=0o700)
        kept = {k: v for k, v in os.environ.items() if k in {"PATH", "LANG", "LC_ALL"}}
        self.environment: dict[str, str] = {
            **kept,
            "HOME": str(self.home),
            "XDG_RUNTIME_DIR": str(runtime),
            "XDG_DATA_HOME": str(self.home / ".local/share"),
        }
        config = folder / "bus.xml"
        config.write_text(
            _BUS.format(activation="<standard_session_servicedirs/>" if activation else "")
        )
        self._bus = subprocess.Popen(
            ["dbus-daemon", f"--config-file={config}", "--nofork", "--print-address"],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        assert self._bus.stdout is not None
        address = self._bus.stdout.readline().decode().strip()
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = address

    def unlock(self, password: str = "pw") -> None:
        """Start the daemon with that password; the first one makes the keyring."""
        unlock(self.environment, password)

    def lock(self) -> None:
        """Lock the keyring, as a screen saver may."""
        import secretstorage
        from jeepney.io.blocking import open_dbus_connection

        address = self.environment["DBUS_SESSION_BUS_ADDRESS"]
        with closing(open_dbus_connection(bus=address)) as connection:
            secretstorage.get_default_collection(connection).lock()

    def kill_daemon(self) -> None:
        """kill -9, as a crash would."""
        kill_daemons(self.home)

    def stop(self) -> None:
        self.kill_daemon()
        self._bus.kill()
        self._bus.communicate()
        self.kill_daemon()


def unlock(environment: Mapping[str, str], password: str = "pw") -> None:
    """Start a daemon on the bus of `environment`, in its home, in place of one that runs."""
    address = environment["DBUS_SESSION_BUS_ADDRESS"]
    before = _owner(address)
    subprocess.run(
        ["gnome-keyring-daemon", "--unlock", "--components=secrets", "--replace"],
        env=dict(environment),
        input=f"{password}\n".encode(),
        capture_output=True,
        timeout=20,
        check=True,
    )
    _until_there(address, before)


def kill_daemons(home: Path) -> None:
    """kill -9 to the daemons whose home that is, and to no other."""
    for pid in _daemons(home):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    deadline = time.monotonic() + 5
    while _daemons(home) and time.monotonic() < deadline:
        time.sleep(0.02)


def _until_there(address: str, before: str) -> None:
    """Until the new daemon has its name on the bus. A library's question whether there is a service
    is answered with yes as soon as the bus could start one, or while the daemon of before is there:
    which daemon answers the next call would be chance."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        if _owner(address) not in ("", before):
            return
        time.sleep(0.02)
    raise AssertionError("the keyring service did not come up")


def _owner(address: str) -> str:
    """The bus's own name of who has the name of the service; empty where nobody has."""
    from jeepney import DBusAddress, MessageType, new_method_call
    from jeepney.io.blocking import open_dbus_connection

    bus = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")
    asked = new_method_call(bus, "GetNameOwner", "s", ("org.freedesktop.secrets",))
    with closing(open_dbus_connection(bus=address)) as connection:
        answer = connection.send_and_get_reply(asked)
    is_answer = answer.header.message_type is MessageType.method_return
    return str(answer.body[0]) if is_answer else ""


def _daemons(home: Path) -> list[int]:
    mark = f"HOME={home}".encode()
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        with suppress(OSError):
            command = (entry / "cmdline").read_bytes()
            state = (entry / "stat").read_text().rpartition(")")[2].split()[0]
            ours = mark in (entry / "environ").read_bytes().split(b"\0")
            if ours and b"gnome-keyring-daemon" in command and state != "Z":
                found.append(int(entry.name))
    return found


@contextmanager
def keyring_service(folder: Path, *, activation: bool = True) -> Iterator[KeyringService]:
    """One, for the length of a block."""
    service = KeyringService(folder, activation=activation)
    try:
        yield service
    finally:
        service.stop()


def files_holding(secret: str, *folders: Path) -> list[Path]:
    """The files below the folders that hold the secret, in any of the forms it could be
    written in."""
    import base64
    import json

    raw = secret.encode()
    forms = {
        raw,
        json.dumps(secret).encode(),
        raw.hex().encode(),
        secret.encode("utf-16-le"),
        base64.b64encode(raw).rstrip(b"=")[:-1],
        base64.urlsafe_b64encode(raw).rstrip(b"=")[:-1],
    }
    found = []
    for folder in folders:
        for path in folder.rglob("*"):
            if path.is_file() and not path.is_symlink():
                data = path.read_bytes()
                if any(form in data for form in forms):
                    found.append(path)
    return found


def applied(monkeypatch: object, environment: Mapping[str, str]) -> None:
    """Make this process use the service."""
    for name in ("HOME", "XDG_RUNTIME_DIR", "XDG_DATA_HOME", "DBUS_SESSION_BUS_ADDRESS"):
        monkeypatch.setenv(name, environment[name])  # type: ignore[attr-defined]
