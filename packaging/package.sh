#!/usr/bin/env bash
# Builds what is given to people, and proves it: each folder runs its own self-test.
set -euo pipefail
cd "$(dirname "$0")/.."
packaging/folder.sh
