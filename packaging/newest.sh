#!/usr/bin/env bash
# Without the lock: pip finds versions for everything that pyproject.toml asks for. Nothing is installed.
set -euo pipefail
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
.venv/bin/python -m venv "$scratch"
"$scratch/bin/pip" install -q --disable-pip-version-check --dry-run ".[original,models,test,package]"
echo "pip finds versions for every dependency"
