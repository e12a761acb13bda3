#!/usr/bin/env bash
# The whole suite, headless: first what runs in parallel, then what drives the real application.
# The files that pyproject.toml lists for coverage stay at 100 %.
set -euo pipefail
cd "$(dirname "$0")/.."
export QT_QPA_PLATFORM=${QT_QPA_PLATFORM:-offscreen}
# Chromium's sandbox refuses to run as root; the product itself never sets this.
[ "$(id -u)" = 0 ] && export QTWEBENGINE_DISABLE_SANDBOX=1
.venv/bin/pytest -n 2 --dist loadfile -m "not system" -q --cov "$@"
.venv/bin/pytest -n 2 --maxschedchunk 1 -m system -q "$@"
