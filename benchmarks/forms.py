"""From the start of a process to its window on the screen: the checkout beside packaged folders.

`python -m benchmarks.forms FOLDER…` needs Xvfb and xdotool. Cold means that the system has
forgotten every file; that takes root, and is left out without. Forms take turns, so that what else
the machine does is the same for each.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median

WARM, COLD = 7, 3
_CACHES = Path("/proc/sys/vm/drop_caches")
_SECONDS = 30.0


@contextmanager
def _screen() -> Iterator[dict[str, str]]:
    """An environment with a screen of its own."""
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1440x900x24"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    number = server.stdout.readline().strip()  # it can be connected to
    environment = {
        **{key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"},
        "DISPLAY": f":{number}",
        "QT_QPA_PLATFORM": "xcb",
        "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring",
    }
    try:
        yield environment
    finally:
        server.terminate()
        server.wait()


def _seconds(command: list[str], profile: Path, environment: Mapping[str, str]) -> float:
    """Until a window with its title is on the screen, to a fiftieth of a second."""
    looking = ["xdotool", "search", "--onlyvisible", "--name", "Draftdesk"]
    started = time.perf_counter()
    program = subprocess.Popen(
        [*command, "--profile", str(profile)],
        env=environment,
        stderr=subprocess.DEVNULL,
    )
    try:
        while program.poll() is None and time.perf_counter() - started < _SECONDS:
            looked = subprocess.run(looking, env=environment, capture_output=True)
            if looked.stdout.strip():
                return time.perf_counter() - started
            time.sleep(0.01)
        raise TimeoutError(f"no window came; it ended with {program.poll()}")
    finally:
        program.kill()  # nothing typed is lost by it, and the next start is that of any other
        program.wait()


def _forget() -> None:
    os.sync()
    _CACHES.write_text("3")


def measure(forms: Mapping[str, list[str]]) -> dict[str, tuple[float, float]]:
    """Median seconds of each form, warm and cold; cold is 0 where it can't be measured."""
    warm: dict[str, list[float]] = {name: [] for name in forms}
    cold: dict[str, list[float]] = {name: [] for name in forms}
    with tempfile.TemporaryDirectory(prefix="forms-") as folder, _screen() as environment:
        profile = Path(folder) / "profile"
        for name, command in forms.items():  # the first start makes what later ones find
            _seconds(command, profile, environment)
            print(f"{name}: measuring", file=sys.stderr)
        for _ in range(WARM):
            for name, command in forms.items():
                warm[name].append(_seconds(command, profile, environment))
        for _ in range(COLD if os.access(_CACHES, os.W_OK) else 0):
            for name, command in forms.items():
                _forget()
                cold[name].append(_seconds(command, profile, environment))
    return {name: (median(warm[name]), median(cold[name] or [0.0])) for name in forms}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.forms", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, help="folders that hold `draftdesk`")
    folders = parser.parse_args().folders
    forms = {"checkout": [sys.executable, "-m", "desktop_app"]}
    forms |= {folder.name: [str(folder.resolve() / "draftdesk")] for folder in folders}
    found = measure(forms)
    least_warm, least_cold = found["checkout"]
    print("| form | warm, s | × | cold, s | × |\n|---|---|---|---|---|")
    for name, (warm, cold) in found.items():
        times = f"{cold / least_cold:.2f}" if least_cold else "-"
        print(f"| {name} | {warm:.2f} | {warm / least_warm:.2f} | {cold:.2f} | {times} |")


if __name__ == "__main__":
    main()
