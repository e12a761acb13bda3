#!/usr/bin/env bash
# The whole suite, headless: first what runs in parallel, then what drives the real application.
# The files that pyproject.toml lists for coverage stay at 100 %.
set -euo pipefail
cd "$(dirname "$0")/.."
export QT_QPA_PLATFORM=${QT_QPA_PLATFORM:-offscreen}
# Chromium's sandbox refuses to run as root; the product itself never sets this.
[ "$(id -u)" = 0 ] && export QTWEBENGINE_DISABLE_SANDBOX=1
# A commit waits for the disk, and the suite makes some hundred thousand: profiles of tests lie in memory, where there
# is enough of it. What a power cut leaves is tested with a disk of our own (tests/reliability/disk.py).
if [ -z "${TMPDIR:-}" ] && [ "$(df --output=avail /dev/shm 2>/dev/null | tail -n 1)" -gt 4000000 ] 2>/dev/null; then
  TMPDIR=$(mktemp -d /dev/shm/tests.XXXXXX)
  export TMPDIR
  trap 'rm -rf "$TMPDIR"' EXIT
fi
# Only the tests of the listed files are measured, not those with a dozen threads each: coverage traces each new
# thread, and CPython 3.11 refuses that at times ("Cannot install a trace function while another trace function is
# being installed"). The thread never runs then.
measured=(tests/mail/reader/test_{html,design}.py tests/mail/hidden/test_{hidden,hiding_ways}.py tests/store/test_{drafts,walk,bulk,sqlite_errors,not_sent}.py
  tests/tools/test_{runner,sending,scope,requests}.py tests/ui/review/test_{pane,send_permit}.py
  tests/reliability/test_frozen.py tests/workers/test_postman{,_start,_waits,_end}.py)
# A worker without work takes half of what the other has left: no long file holds one of them at the end.
.venv/bin/pytest -n 2 --dist worksteal -m "not system" -q "$@" "${measured[@]}" --cov
.venv/bin/pytest -n 2 --dist worksteal -m "not system" -q "$@" "${measured[@]/#/--ignore=}"
.venv/bin/pytest -n 2 --maxschedchunk 1 -m system -q "$@"
