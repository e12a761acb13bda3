"""`python -m benchmarks --messages N`: makes the corpus, measures, prints one report."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from benchmarks import importing, searching, turns, window
from benchmarks.corpus import Corpus, write_maildir
from benchmarks.queries import pairs, typed
from benchmarks.report import Figures, lines

PARTS = ("import", "search", "window", "turns")


def main() -> None:
    arguments = _arguments()
    folder = arguments.folder.resolve() / str(arguments.messages)
    place = importing.Place(folder, arguments.messages)
    corpus = Corpus(arguments.messages)
    size = write_maildir(corpus, place.mail)
    if not place.profile.exists() and "import" not in arguments.parts:
        importing.draftdesk(place)
    imports = searches = None
    if "import" in arguments.parts:
        imports = importing.all_of_them(place, fresh=arguments.fresh)
    if "search" in arguments.parts:
        searches = searching.all_of_them(place, pairs(corpus), typed(corpus))
    starts = window.measure(place.profile) if "window" in arguments.parts else None
    turned = turns.measure(place.profile) if "turns" in arguments.parts else None
    figures = Figures(arguments.messages, size, imports or [], searches, starts, turned)
    print("\n".join(lines(figures)))
    if arguments.json:
        arguments.json.write_text(json.dumps(asdict(figures), indent=1, ensure_ascii=False))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--messages", type=int, default=10_000, help="how large a mailbox")
    parser.add_argument("--folder", type=Path, default=Path(".bench"), help="where it is made")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    parser.add_argument(
        "--fresh", action="store_true", help="measure notmuch and mu again, not only Draftdesk"
    )
    parser.add_argument(
        "--parts", nargs="+", choices=PARTS, default=PARTS, help="measure only these"
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
