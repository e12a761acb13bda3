"""A process that does one pass over a profile: `python -m tests.fakes.google.sync_once PROFILE
UNITS`, with the addresses of the proxy in its environment. Something to kill."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import SimpleNamespace

from tests.fakes.google.desk import desk


def main() -> None:
    profile, units = Path(sys.argv[1]), int(sys.argv[2])
    served = SimpleNamespace(environment=dict(os.environ))
    with desk(profile, served, units=units, real_time=True) as mine:  # type: ignore[arg-type]
        mine.sync()


if __name__ == "__main__":
    main()
