"""The review's picture of formatted mails beside the web engine's picture of what is sent.

`python -m benchmarks.rich_pictures [--looks light dark] [--pictures FOLDER] [--each]` draws the
golden documents of tests/data/rich_golden in the editor of the review, and the HTML part of the
mail that is sent in the web engine, and prints a table of where the two differ. The engine has our
fonts and our width, since those are the reader's; everything else is its own.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from benchmarks.rich_measure import Figures, compared
from benchmarks.rich_words import Drawing, Drawn, told

WIDTH = 720
LOOKS = ("light", "dark")
MUCH = 0.1
"""Share of the ink of a word from which on the difference can be seen."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rich_pictures", description=__doc__)
    parser.add_argument("--looks", nargs="+", choices=LOOKS, default=list(LOOKS))
    parser.add_argument("--names", nargs="+", default=[], help="these documents alone")
    parser.add_argument("--pictures", type=Path, help="write both pictures of each there")
    parser.add_argument("--each", action="store_true", help="a line for each document")
    chosen = parser.parse_args(arguments)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    print(f"{'':34} {HEAD}")
    for look in chosen.looks:
        found = measured(look, chosen.names, chosen.pictures)
        if chosen.each:
            for name, one in found.items():
                print(f"{look} {name:28} {line([one])}")
        print(f"{look:5} {len(found):2} documents{'':15} {line(list(found.values()))}")
    return 0


HEAD = (
    "words  missing  looks  order  breaks  indents  pictures  unseen  empty   width    ink"
    "   a tenth or more   ink of another word"
)


def measured(
    look: str, names: Sequence[str] = (), folder: Path | None = None
) -> dict[str, Figures]:
    """The figures of each document in a look."""
    from tests.mail.rich import golden

    drawing = Drawing(look, WIDTH)
    found = {}
    for name in names or golden.names():
        ours = drawing.review(golden.document(name), golden.PICTURES)
        theirs = drawing.engine(golden.sent_parts(name)["html"].decode(), golden.PICTURES)
        found[name] = compared(ours, theirs)
        if folder is not None:
            _write(folder, f"{look}-{name}", ours, theirs)
    return found


def line(figures: Sequence[Figures]) -> str:
    """One line of the table: sums of what is counted, shares in per cent, medians."""
    words = sum(one.words for one in figures)
    counted = (
        f"{words:5}  {sum(one.missing for one in figures):7}"
        f"  {sum(one.looks for one in figures):5}  {sum(one.order for one in figures):5}"
        f"  {_share(sum(o.breaks for o in figures), sum(o.pairs for o in figures)):>6}"
        f"  {sum(one.indents for one in figures):7}  {sum(one.pictures for one in figures):8}"
        f"  {sum(one.unseen for one in figures):6}  {sum(one.empty for one in figures):5}"
    )
    widths = [each for one in figures for each in one.widths]
    ink = [each for one in figures for each in one.ink]
    other = [each for one in figures for each in one.other_ink]
    much = _share(sum(each >= MUCH for each in ink), len(ink))
    return f"{counted}  {_median(widths)}  {_median(ink)}  {much:>16}  {_median(other):>20}"


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def _median(values: Sequence[float]) -> str:
    return f"{100 * median(values):4.1f} %" if values else "     -"


def _write(folder: Path, name: str, ours: Drawn, theirs: Drawn) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    ours.image.save(str(folder / f"{name}-review.png"))
    theirs.image.save(str(folder / f"{name}-engine.png"))
    (folder / f"{name}.txt").write_text(f"{told(ours)}\n\n{told(theirs)}\n", "utf-8")


if __name__ == "__main__":
    sys.exit(main())
