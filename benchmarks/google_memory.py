"""Peak memory of a Gmail sync that meets large mails, measured in a process of its own.

python -m benchmarks.google_memory                     twelve mails of 17 MB, in one batch
python -m benchmarks.google_memory --mails 4 --megabytes 25
"""

from __future__ import annotations

import argparse
import base64
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace

from benchmarks.peak_of_memory import peak_of_memory
from tests.fakes.google.desk import desk
from tests.fakes.google.emulator import Mail
from tests.fakes.google.proxy import Google, google

UNITS = 1_000_000_000


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.google_memory", description=__doc__)
    parser.add_argument("--mails", type=int, default=12)
    parser.add_argument("--megabytes", type=float, default=17.0, help="of each whole mail")
    parser.add_argument("--profile", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.profile:
        _sync(Path(asked.profile))
        return
    with google() as served, tempfile.TemporaryDirectory() as folder:
        served.emulator.fill([large_mail(n, asked.megabytes) for n in range(asked.mails)])
        before, peak, came = measured(served, Path(folder))
    print(f"mails, megabytes of each              {asked.mails}, {asked.megabytes:g}")
    print(f"mails here afterwards                 {came}")
    print(f"peak before the sync begins, MB       {before}")
    print(f"peak memory of the process, MB        {peak}")


def measured(served: Google, folder: Path) -> tuple[int, int, int]:
    """Peaks in MB of a process before and after one sync, and the number of mails it has then."""
    command = [sys.executable, "-m", "benchmarks.google_memory", "--profile", str(folder / "p")]
    told = subprocess.run(
        command,
        env={**os.environ, **served.environment},
        check=True,
        capture_output=True,
        text=True,
    )
    before, peak, came = told.stdout.split()
    return int(before), int(peak), int(came)


def large_mail(number: int, megabytes: float) -> Mail:
    """A mail with an attachment that can't be compressed."""
    data = random.Random(number).randbytes(int(megabytes * 1e6 * 57 / 78))
    head = (
        f"From: Dana <dana@lee.example>\r\nTo: alex@gmail.example\r\nSubject: Film {number}\r\n"
        f"Message-ID: <film{number}@lee.example>\r\nDate: Mon, 2 Nov 2026 10:00:00 +0000\r\n"
        "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
        "--b\r\nContent-Type: text/plain\r\n\r\nHere it is.\r\n"
        "--b\r\nContent-Type: video/mp4\r\nContent-Transfer-Encoding: base64\r\n"
        "Content-Disposition: attachment; filename=film.mp4\r\n\r\n"
    )
    body = base64.encodebytes(data).replace(b"\n", b"\r\n")
    return Mail(head.encode() + body + b"--b--\r\n")


def _sync(profile: Path) -> None:
    served = SimpleNamespace(environment=dict(os.environ))
    with desk(profile, served, units=UNITS, real_time=True) as mine:  # type: ignore[arg-type]
        mine.mailbox.labels()  # the client library is loaded
        before = peak_of_memory()
        mine.sync()
        print(before, peak_of_memory(), mine.store.messages.count())


if __name__ == "__main__":
    main()
