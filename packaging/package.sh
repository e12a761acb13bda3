#!/usr/bin/env bash
# Builds dist/draftdesk and proves it: the packaged program runs its own self-test.
set -euo pipefail
cd "$(dirname "$0")/.."
.venv/bin/pyinstaller --noconfirm --log-level WARN --distpath dist --workpath build \
  packaging/pyinstaller.spec
install -m 644 resources/draftdesk.desktop dist/draftdesk/draftdesk.desktop
echo "dist/draftdesk: $(du -sm dist/draftdesk | cut -f1) MB"
[ "$(id -u)" = 0 ] && export QTWEBENGINE_DISABLE_SANDBOX=1
env -u PYTHONPATH QT_QPA_PLATFORM="${QT_QPA_PLATFORM:-offscreen}" dist/draftdesk/draftdesk --self-test
