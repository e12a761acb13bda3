"""The rows of prove.sh as a table of Markdown: as_table.py ROWS."""

from __future__ import annotations

import sys
from pathlib import Path

rows = [line.split("\t") for line in Path(sys.argv[1]).read_text("utf-8").splitlines()]
steps = list(dict.fromkeys(row[2] for row in rows))
lines = [f"| form | root | {' | '.join(steps)} |", "|---" * (len(steps) + 2) + "|"]
for form, suite in dict.fromkeys((row[0], row[1]) for row in rows):
    seen = {row[2]: row[3] for row in rows if row[:2] == [form, suite]}
    cells = " | ".join(seen.get(step, "–") for step in steps)
    lines.append(f"| {form} | {suite} | {cells} |")
sys.stdout.write("\n".join(lines) + "\n")
