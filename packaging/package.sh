#!/usr/bin/env bash
# Builds what is given to people, and proves it: each folder runs its own self-test.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ "$(uname -s)" = Linux ]; then
  ARCHIVES=0 packaging/folder.sh  # the packages of Linux have an archive among them
  packaging/linux/package.sh "${DIST:-dist}"
else
  packaging/folder.sh
fi
packaging/mcpb.sh "${DIST:-dist}"
