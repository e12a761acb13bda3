#!/usr/bin/env bash
# Writes packaging/lock/*.txt: exact versions, with hashes, for every system, of what pyproject.toml asks for.
# What is locked stays where it is allowed; `lock.sh --upgrade` takes the newest.
set -euo pipefail
cd "$(dirname "$0")/.."
uv=.venv/lock/bin/uv
wanted=uv==0.13.9
if [ "$(cat .venv/lock/.installed 2>/dev/null || true)" != "$wanted" ]; then
  .venv/bin/python -m venv .venv/lock
  .venv/lock/bin/pip install -q --disable-pip-version-check "$wanted"
  echo "$wanted" > .venv/lock/.installed
fi
# What builds the checkout itself; pip builds it with these (bootstrap.sh).
build=$(.venv/bin/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")')
compiled() {
  local name=$1
  shift
  echo "$build" | $uv pip compile -q pyproject.toml - --universal --python-version 3.11 --generate-hashes \
    --no-annotate --custom-compile-command "make lock" -o "packaging/lock/$name.txt" "$@"
}
# One version of each package: the two smaller lists are held to the larger.
parts=(--extra original --extra models)
compiled test "${parts[@]}" --extra test "$@"
compiled run "${parts[@]}" --constraint packaging/lock/test.txt
compiled package "${parts[@]}" --extra package --constraint packaging/lock/test.txt
# Frameworks that only tests drive, in an environment of their own.
hosts=tests/mcp_bridge/hosts
$uv pip compile -q $hosts/requirements.in --universal --python-version 3.11 --generate-hashes --no-annotate \
  --custom-compile-command "make lock" -o $hosts/requirements.txt "$@"
