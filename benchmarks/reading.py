"""`python -m benchmarks.reading PART…`: reading any mail, each figure beside its goal.

A part is a function that returns rows. The command ends with 1 when a row does not hold.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence

from benchmarks.rows import Row


def _mail() -> Iterable[Row]:
    from benchmarks import reading_mail

    return reading_mail.rows()


def _senders() -> Iterable[Row]:
    from benchmarks import reading_senders

    return reading_senders.rows()


def _hidden() -> Iterable[Row]:
    from benchmarks import reading_hidden

    return reading_hidden.rows()


def _leaks() -> Iterable[Row]:
    from benchmarks import reading_leaks

    return reading_leaks.rows()


def _stops() -> Iterable[Row]:
    from benchmarks import reading_stops

    return reading_stops.rows()


PARTS: Mapping[str, Callable[[], Iterable[Row]]] = {
    "leaks": _leaks,
    "mail": _mail,
    "senders": _senders,
    "hidden": _hidden,
    "stops": _stops,
}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reading", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    chosen = parser.parse_args(arguments).parts or list(PARTS)
    unknown = [name for name in chosen if name not in PARTS]
    if unknown:
        parser.error(f"no such part: {', '.join(unknown)}")
    held = [_print(name) for name in chosen]
    return 0 if all(held) else 1


def _print(part: str) -> bool:
    """Prints the table of a part as its rows come; whether all of them hold."""
    print(f"\n| {part} | figure | goal | |\n|---|---:|---:|---|")
    held = True
    for row in PARTS[part]():
        print(f"| {row.what} | {row.figure} | {row.goal} | {'' if row.held else 'NOT HELD'} |")
        sys.stdout.flush()
        held = held and row.held
    return held


if __name__ == "__main__":
    sys.exit(main())
