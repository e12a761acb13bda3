#!/usr/bin/env bash
# The suite, headless: first what runs in parallel, then what drives the real application.
#   test.sh            each promise in its small case, and its control
#   test.sh campaign   the long proofs: what is marked `campaign` (tests/depths.py)
# Every phase runs, whatever became of the one before; the worst status is the script's.
# The files that pyproject.toml lists for coverage stay at 100 %.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
depth=small
[ "${1:-}" = campaign ] && { depth=campaign; shift; }
# How many examples are drawn: tests/depths.py.
export TEST_DEPTH=$depth
export QT_QPA_PLATFORM=${QT_QPA_PLATFORM:-offscreen}
# Chromium's sandbox refuses to run as root; the product itself never sets this.
[ "$(id -u)" = 0 ] && export QTWEBENGINE_DISABLE_SANDBOX=1
# What pytest makes of 700 files of tests, and Python of the program, is kept for the processes that come after.
unset PYTHONDONTWRITEBYTECODE
# A commit waits for the disk, and the suite makes some hundred thousand: profiles of tests lie in memory, where there
# is enough of it. What a power cut leaves is tested with a disk of our own (tests/reliability/disk.py).
if [ -z "${TMPDIR:-}" ] && [ "$(df --output=avail /dev/shm 2>/dev/null | tail -n 1)" -gt 4000000 ] 2>/dev/null; then
  TMPDIR=$(mktemp -d /dev/shm/tests.XXXXXX)
  export TMPDIR
  trap 'rm -rf "$TMPDIR"' EXIT
fi

trap 'exit 130' INT

# One more than cores: a test that waits for a server or a timer leaves its core to another.
workers=$(($(nproc 2>/dev/null || echo 2) + 1))
worst=0
phase() {
  local status=0 begun=$SECONDS name=$1
  shift
  .venv/bin/pytest -n "$workers" -q "$@" || status=$?
  echo "== $name: $((SECONDS - begun)) s, status $status"
  [ "$status" -le "$worst" ] || worst=$status
}

# These are named: to find 50 tests, pytest would read 11,000 in each of three processes.
mapfile -t system < <(grep -rlE --include='test_*.py' 'mark\.system' tests | sort)
mapfile -t drawing < <(grep -rlE --include='test_*.py' 'hypothesis' tests | sort)
mapfile -t campaigns < <(grep -rlE --include='test_*.py' 'mark\.campaign|tests\.depths' tests | sort)

if [ "$depth" = campaign ]; then
  phase "campaign" --dist worksteal -m "campaign and not system" "$@" "${campaigns[@]}"
  phase "campaign on the real application" --maxschedchunk 1 -m "campaign and system" "$@" "${campaigns[@]}"
  phase "every example" --dist worksteal -m "hypothesis and not campaign and not system" "$@" "${drawing[@]}"
  exit "$worst"
fi

# Only the tests of the listed files are measured, not those with a dozen threads each: coverage traces each new
# thread, and CPython 3.11 refuses that at times ("Cannot install a trace function while another trace function is
# being installed"). The thread never runs then.
measured=(tests/mail/reader/test_{html,design}.py tests/mail/hidden/test_{hidden,hiding_ways}.py tests/store/test_{drafts,walk,bulk,sqlite_errors,not_sent}.py
  tests/tools/test_{runner,sending,scope,requests}.py tests/ui/review/test_{pane,send_permit}.py
  tests/reliability/test_frozen.py tests/workers/test_{postman{,_start,_waits,_end},send_times}.py)
# A worker without work takes half of what the other has left: no long file holds one of them at the end.
phase "measured" --dist worksteal -m "not system and not campaign" "$@" "${measured[@]}" --cov
phase "suite" --dist worksteal -m "not system and not campaign" "$@" "${measured[@]/#/--ignore=}"
phase "real application" --maxschedchunk 1 -m "system and not campaign" "$@" "${system[@]}"
exit "$worst"
