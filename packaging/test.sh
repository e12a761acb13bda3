#!/usr/bin/env bash
# The whole suite, headless: first what runs in parallel, then what drives the real application.
# The files that pyproject.toml lists for coverage stay at 100 %.
set -euo pipefail
cd "$(dirname "$0")/.."
export QT_QPA_PLATFORM=${QT_QPA_PLATFORM:-offscreen}
# Chromium's sandbox refuses to run as root; the product itself never sets this.
[ "$(id -u)" = 0 ] && export QTWEBENGINE_DISABLE_SANDBOX=1
# Only the tests of the listed files are measured, not those with a dozen threads each: coverage traces each new
# thread, and CPython 3.11 refuses that at times ("Cannot install a trace function while another trace function is
# being installed"). The thread never runs then.
measured=(tests/mime tests/store tests/tools tests/ui/review tests/reliability/test_frozen.py
  tests/workers/test_postman.py tests/workers/test_postman_start.py tests/workers/test_postman_waits.py)
.venv/bin/pytest -n 2 --dist loadfile -m "not system" -q "$@" "${measured[@]}" --cov
.venv/bin/pytest -n 2 --dist loadfile -m "not system" -q "$@" "${measured[@]/#/--ignore=}"
.venv/bin/pytest -n 2 --maxschedchunk 1 -m system -q "$@"
