"""A first sync of a mailbox on Dovecot beside mbsync, and kills in the middle of it.

python -m benchmarks.imap_sync                         20,000 messages, beside mbsync
python -m benchmarks.imap_sync --messages 100000
python -m benchmarks.imap_sync --distance 40           a server 40 ms away (there and back)
python -m benchmarks.imap_sync --kills 50              one sync that is killed 50 times

Needs Dovecot, and mbsync (the Debian package isync) where they are compared.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from pathlib import Path

from benchmarks.corpus import Corpus
from benchmarks.distance import at_distance
from benchmarks.google_sync import PAUSE, report
from benchmarks.killing import killed, stored
from desktop_app.model.mail_server import MailServers, ServerAddress
from tests.fakes.mail_servers.cutting_proxy import CuttingProxy, cutting_proxy
from tests.fakes.mail_servers.desk import ImapDesk, imap_desk
from tests.fakes.mail_servers.dovecot import PASSWORD, USER, Dovecot, dovecot

FOLDERS = ("", ".Work", ".Travel", ".Receipts")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.imap_sync", description=__doc__)
    parser.add_argument("--messages", type=int, default=20_000)
    parser.add_argument("--distance", type=float, default=0.0, help="ms to the server and back")
    parser.add_argument("--kills", type=int, default=0, help="kill one sync that often instead")
    parser.add_argument("--seed", type=int, default=1, help="of the random moments")
    asked = parser.parse_args()
    with dovecot() as server, tempfile.TemporaryDirectory() as folder:
        size = fill(server, asked.messages)
        if asked.kills:
            report(kills(server, Path(folder), asked.kills, asked.seed))
        else:
            figures = beside(server, Path(folder), asked.distance / 1000)
            of = {"messages": asked.messages, "MB": size // 10**6, "ms away": asked.distance}
            report(of | figures)


def fill(server: Dovecot, messages: int) -> int:
    """Put the corpus into the server's folders, as files; returns its bytes."""
    dice, total = random.Random(7), 0
    for number, mail in enumerate(Corpus(messages)):
        folder = server.home / "mail" / (dice.choice(FOLDERS[1:]) if dice.random() < 0.2 else "")
        if not (folder / "cur").exists():
            for name in ("cur", "new", "tmp"):
                (folder / name).mkdir(parents=True, exist_ok=True)
        flags = ("F" if dice.random() < 0.05 else "") + ("S" if mail.seen else "")
        path = folder / "cur" / f"{mail.date}.{number}.host:2,{flags}"
        path.write_bytes(mail.raw)
        os.utime(path, (mail.date, mail.date))
        total += len(mail.raw)
    if os.getuid() == 0:
        subprocess.run(["chown", "-R", "nobody", str(server.home / "mail")], check=True)
    client = server.client()
    for name in FOLDERS:
        client.select_folder(name.removeprefix(".") or "INBOX")
    client.logout()
    return total


# Beside mbsync


@dataclass(frozen=True)
class Run:
    seconds: float
    megabytes: float
    received: int
    """Bytes that came from the server."""


def beside(server: Dovecot, folder: Path, round_trip: float = 0.0) -> dict[str, object]:
    """Both from nothing, then both again with nothing new; at a distance, in seconds there and
    back."""
    with ExitStack() as stack:
        port = server.tls_port
        if round_trip:
            port = stack.enter_context(at_distance(port, round_trip))
        proxy = stack.enter_context(cutting_proxy(port))
        ours = _draftdesk(server, proxy, folder / "profile")
        again = _draftdesk(server, proxy, folder / "profile")
        figures = _figures("Draftdesk", ours) | _figures("Draftdesk, nothing new", again)
        if shutil.which("mbsync") is None:
            return figures | {"mbsync": "not installed"}
        try:
            theirs = _mbsync(server, proxy, folder / "theirs")
            nothing = _mbsync(server, proxy, folder / "theirs")
        except subprocess.CalledProcessError as error:
            return figures | {"mbsync failed": str(error.stderr)[-300:]}
    return (
        figures
        | _figures("mbsync", theirs)
        | _figures("mbsync, nothing new", nothing)
        | {
            "time, Draftdesk to mbsync": f"{ours.seconds / theirs.seconds:.2f}",
            "bytes, Draftdesk to mbsync": f"{ours.received / theirs.received:.2f}",
        }
    )


def _figures(who: str, run: Run) -> dict[str, object]:
    return {
        f"{who}: seconds": f"{run.seconds:.1f}",
        f"{who}: MB received": f"{run.received / 1e6:.1f}",
        f"{who}: peak memory, MB": f"{run.megabytes:.0f}",
    }


def _draftdesk(server: Dovecot, proxy: CuttingProxy, profile: Path) -> Run:
    return _measured(_once(profile, proxy.port, server), proxy)


def _mbsync(server: Dovecot, proxy: CuttingProxy, folder: Path) -> Run:
    (folder / "mail").mkdir(parents=True, exist_ok=True)
    config = folder / "mbsyncrc"
    config.write_text(
        f'IMAPAccount s\nHost 127.0.0.1\nPort {proxy.port}\nUser {USER}\nPass "{PASSWORD}"\n'
        f"SSLType IMAPS\nCertificateFile {server.ca_file}\n\n"
        "IMAPStore far\nAccount s\n\n"
        f"MaildirStore near\nPath {folder}/mail/\nInbox {folder}/mail/INBOX\n"
        "SubFolders Verbatim\n\n"
        "Channel c\nFar :far:\nNear :near:\nPatterns *\nCreate Near\nSync Pull\nSyncState *\n"
    )
    return _measured(["mbsync", "--quiet", "--config", str(config), "--all"], proxy)


def _measured(command: list[str], proxy: CuttingProxy) -> Run:
    """The memory is told by a small process between: a child begins with its parent's peak."""
    proxy.received = 0
    began = time.monotonic()
    between = [sys.executable, "-c", _BETWEEN, *command]
    told = subprocess.run(between, capture_output=True, text=True, check=True).stdout
    return Run(time.monotonic() - began, int(told) / 1024, proxy.received)


_BETWEEN = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def _once(profile: Path, port: int, server: Dovecot) -> list[str]:
    module = "tests.fakes.mail_servers.sync_once"
    return [sys.executable, "-m", module, str(profile), str(port), str(server.ca_file)]


# Kills


def kills(server: Dovecot, folder: Path, rounds: int, seed: int) -> dict[str, object]:
    """Kill one sync again and again, each time when it has stored some more mail, with mail changed
    on both sides between them; then let it end, and compare with a sync from nothing and with the
    server."""
    dice, profile = random.Random(seed), folder / "profile"
    began = time.monotonic()
    _finish(server, folder / "measured")
    whole = time.monotonic() - began
    most = max(2, 2 * stored(folder / "measured") // (rounds + 1))
    reached, hit = [0], 0
    for number in range(rounds):
        process = subprocess.Popen(_once(profile, server.tls_port, server))
        more, pause = dice.randrange(most), dice.uniform(0.0, PAUSE)
        if not number:
            more, pause = 1, 0.0  # with the first mail: it is not at its end, however fast it is
        hit += killed(process, profile, reached[-1] + more, pause)
        _disturb(server, profile, dice)
        reached.append(stored(profile))
    _finish(server, profile)
    return {
        "kills": rounds,
        "kills before the end": hit,
        "a sync without one, seconds": f"{whole:.1f}",
        "messages here after the kills (each tenth)": ", ".join(map(str, reached[1::10])),
        "store equals the server and a fresh sync": _same(server, profile, folder / "fresh"),
    }


def _finish(server: Dovecot, profile: Path) -> None:
    subprocess.run(_once(profile, server.tls_port, server), check=True)


def _disturb(server: Dovecot, profile: Path, dice: random.Random) -> None:
    """Another program flags, moves and deletes; changes of the person's wait to go out."""
    client = server.client()
    client.select_folder("INBOX")
    uids = client.search(["ALL"])
    client.add_flags(dice.sample(uids, 5), ["\\Flagged"])
    moved = dice.sample(uids, 3)
    client.copy(moved, "Travel")
    client.delete_messages(moved)
    client.expunge()
    client.select_folder("Work")
    gone = dice.choice(client.search(["ALL"]))
    client.delete_messages([gone])
    client.expunge()
    client.logout()
    with _desk(server, profile) as mine:
        here = [m.id for m in mine.messages()]
        mine.store.messages.modify(
            dice.sample(here, min(5, len(here))),
            add=frozenset({"STARRED"}),
            remove=frozenset({"UNREAD"}),
        )


def _same(server: Dovecot, profile: Path, fresh: Path) -> bool:
    _finish(server, fresh)
    client, there = server.client(), 0
    for _, _, name in client.list_folders():
        there += client.folder_status(name, ["MESSAGES"])[b"MESSAGES"]
    client.logout()
    with _desk(server, profile) as one, _desk(server, fresh) as other:
        mine, theirs = one.contents(), other.contents()
    for id_ in sorted(mine.keys() | theirs.keys()):
        if mine.get(id_) != theirs.get(id_):
            print(f"{id_}: {mine.get(id_)} and fresh {theirs.get(id_)}", file=sys.stderr)
    return mine == theirs and len(mine) == there


def _desk(server: Dovecot, profile: Path) -> AbstractContextManager[ImapDesk]:
    at = ServerAddress("127.0.0.1", server.tls_port)
    return imap_desk(profile, MailServers(at, None, USER, ca_file=str(server.ca_file)))


if __name__ == "__main__":
    main()
