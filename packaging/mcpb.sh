#!/usr/bin/env bash
# Makes the extension for Claude Desktop and has it checked by the tool of its makers.
#   mcpb.sh [DIST]
# The tool comes from npm, by its hash, into build/mcpb. Without npm the extension is made and not checked.
set -euo pipefail
cd "$(dirname "$0")/.."
dist=${1:-dist}
python=$PWD/build/venv/bin/python
[ -x "$python" ] || python=$PWD/.venv/bin/python
made=$("$python" packaging/mcpb.py "$dist")
[ -x .venv/bin/npm ] && PATH=$PWD/.venv/bin:$PATH
if ! command -v npm >/dev/null; then
  echo "npm is not installed: $made was made and not checked."
  exit 0
fi
home=build/mcpb wanted=$(cksum < packaging/mcpb/package-lock.json)
if [ "$(cat $home/.installed 2>/dev/null || true)" != "$wanted" ]; then
  mkdir -p $home
  cp packaging/mcpb/package.json packaging/mcpb/package-lock.json $home/
  (cd $home && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null)
  echo "$wanted" > $home/.installed
fi
rm -rf $home/unpacked
$home/node_modules/.bin/mcpb unpack "$made" $home/unpacked >/dev/null
$home/node_modules/.bin/mcpb validate $home/unpacked/manifest.json
