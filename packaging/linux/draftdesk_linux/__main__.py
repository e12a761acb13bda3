"""Makes the packages: python -m draftdesk_linux FOLDER [--into DIR] [--only deb,rpm,tar.zst,run].

FOLDER is what PyInstaller has made. The time in every package is SOURCE_DATE_EPOCH, else that of
the commit. nfpm is looked for in NFPM and in PATH.
"""

from __future__ import annotations

import argparse
import datetime as dt
import os
import platform
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from draftdesk_linux.archives import finish_tree, pack_deb_anew, write_run, write_tar_zst
from draftdesk_linux.describe import describe
from draftdesk_linux.libraries import needs
from draftdesk_linux.names import PACKAGES, ROOT, names, version
from draftdesk_linux.stage import stage

FORMS = ("deb", "rpm", "tar.zst", "run")


def main() -> int:
    arguments = _arguments()
    package = arguments.package or arguments.folder.resolve().name
    if package not in PACKAGES:
        raise SystemExit(f"There is no package {package}: --package says one of {PACKAGES}.")
    said = replace(names(), version=arguments.version, package=package)
    epoch = _epoch()
    when = dt.datetime.fromtimestamp(epoch, dt.UTC)
    machine = platform.machine()
    into = arguments.into.resolve()
    into.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".packing-", dir=into) as scratch:
        made = stage(arguments.folder.resolve(), Path(scratch), said, arguments.release, when)
        found = needs(made.tree / "lib" / said.name)
        for library, file in found.left_out:
            _tell(f"{file} wants {library}, which was left out: it will not be loaded.")
        description = describe(
            made, said, found, release=arguments.release, machine=machine, epoch=str(epoch)
        )
        config = Path(scratch) / "nfpm.yaml"
        config.write_text(description, "utf-8")
        for form in ("deb", "rpm"):
            if form in arguments.only:
                _nfpm(config, form, into, epoch)
        for deb in into.glob(f"{package}_{said.version}-{arguments.release}_*.deb"):
            if "deb" in arguments.only:
                pack_deb_anew(deb)
        called = f"{said.package}-{said.version}"
        finish_tree(made, found)
        if "tar.zst" in arguments.only:
            archive = into / f"{called}-linux-{machine}.tar.zst"
            write_tar_zst(made.tree, archive, called, epoch)
        if "run" in arguments.only:
            write_run(made.tree, into / f"{called}-linux-{machine}.run", said, epoch)
    for path in sorted(into.glob(f"{said.package}[-_]{said.version}*")):
        _tell(f"{path.name}: {path.stat().st_size / 1e6:.1f} MB")
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="draftdesk_linux", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--package", help="its name, where the folder has another")
    parser.add_argument("--into", type=Path, default=ROOT / "dist")
    parser.add_argument("--only", type=lambda text: text.split(","), default=list(FORMS))
    parser.add_argument("--version", default=version(), help="another than that of the checkout")
    parser.add_argument("--release", default="1", help="which package of one version it is")
    return parser.parse_args()


def _epoch() -> int:
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    if given:
        return int(given)
    command = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
    return int(done.stdout)


def _nfpm(config: Path, form: str, into: Path, epoch: int) -> None:
    program = os.environ.get("NFPM", "nfpm")
    command = [program, "package", "--config", str(config), "--packager", form]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(epoch)}
    subprocess.run(  # noqa: S603
        [*command, "--target", str(into)], env=environment, check=True, stdout=subprocess.DEVNULL
    )


def _tell(words: str) -> None:
    sys.stdout.write(f"{words}\n")


if __name__ == "__main__":
    sys.exit(main())
