"""Look for faults: `python -m tests.random_person --runs 100 --steps 40 --seed 1`."""

from __future__ import annotations

import argparse
import os
import sys

from desktop_app.ui.background import plain_import  # noqa: F401  # before all else of Qt


def main(arguments: list[str] | None = None) -> int:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    from tests.random_person.campaign import Campaign
    from tests.random_person.invariants import INVARIANTS

    parser = argparse.ArgumentParser(prog="python -m tests.random_person", description=__doc__)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--without", default="", help=f"some of {', '.join(INVARIANTS)}")
    parser.add_argument("--only", default="", help="the rules to use, as the figures name them")
    parser.add_argument("--shrink", action="store_true", help="look for the shortest steps")
    given = parser.parse_args(arguments)
    app = QApplication.instance() or QApplication(sys.argv[:1])
    campaign = Campaign(
        steps=given.steps,
        shrink=given.shrink,
        without=frozenset(filter(None, given.without.split(","))),
        kinds=frozenset(filter(None, given.only.split(","))),
    )
    for seed in range(given.seed, given.seed + given.runs):
        failure = campaign.run(seed)
        if failure is not None:
            print(failure, flush=True)
    print(campaign.summary())
    del app
    return int(bool(campaign.failures))


if __name__ == "__main__":
    raise SystemExit(main())
