"""The main job, driven from outside in the real window of a packaged program in another root:
main_job.py ROOT PROGRAM. The screen and the buses are this system's, everything else is the root's;
/tmp must be one for both."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.end_to_end.desk import Desk
from tests.end_to_end.test_main_job import (
    test_the_main_job_through_the_accessibility_tree_alone as main_job,
)

ENTER = str(Path(__file__).with_name("enter.py"))


class PackagedDesk(Desk):
    """A desk on which the packaged program is started."""

    def __init__(self, profile: Path, root: str, program: str) -> None:
        super().__init__(profile)
        self._program = (ENTER, root, program)

    def open(self, program: tuple[str, ...] = (), /, **environment: str) -> None:
        del program
        super().open(self._program, **environment)

    def close(self, *, seconds: float = 20.0) -> int:
        if pictures := os.environ.get("PROVE_PICTURES"):
            self.screenshot(Path(pictures) / f"{Path(self._program[1]).name}.png")
        return super().close(seconds=seconds)

    def command(self, *arguments: str) -> Any:
        done = subprocess.run(  # noqa: S603 - the program that is to be proved
            [sys.executable, *self._program, "--profile", str(self.profile), *arguments, "--json"],
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
        return json.loads(done.stdout)


def main() -> int:
    root, program = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="prove-") as folder:
        desk = PackagedDesk(Path(folder) / "profile", root, program)
        try:
            main_job(desk)
            if bugs := desk.bugs():
                sys.stdout.write(f"{bugs}\n")
                return 1
        finally:
            desk.clear()
    sys.stdout.write("searched, drafted, edited, sent, undone, sent again, closed\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
