#!/bin/sh
# Draftdesk @VERSION@, an archive that unpacks and installs itself.
#   sh draftdesk.run [--prefix FOLDER]   install below ~/.local, as root below /usr/local, or there
#   sh draftdesk.run --extract FOLDER    unpack into a new folder, and do nothing else
#   sh draftdesk.run --verify            say whether this file is whole, and do nothing else
#   sh draftdesk.run --check             say which libraries of the system are missing
set -eu
length=@LENGTH@
sum=@SHA256@
fail() { printf '%s\n' "$*" >&2; exit 1; }
payload() { tail -c "+$((${length#"${length%%[!0]*}"} + 1))" "$0"; }

extract="" verify=""
case ${1:-} in
  -h | --help) sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 0 ;;
  --extract) [ $# -eq 2 ] || fail "--extract needs a folder."; extract=$2 ;;
  --verify) verify=1 ;;
esac

found=$(payload | sha256sum | cut -d' ' -f1)
[ "$found" = "$sum" ] || fail "This file is not whole. Download it again."
if [ -n "$verify" ]; then echo "This file is whole."; exit 0; fi

if [ -n "$extract" ]; then
  mkdir "$extract" || fail "Say a folder that is not there yet."
  payload | gzip -dc | tar -xf - -C "$extract" --strip-components=1
  echo "Draftdesk @VERSION@ is in $extract"
  exit 0
fi

# Where programs may be run from: some systems forbid it in /tmp, and nothing is run from here.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
payload | gzip -dc | tar -xf - -C "$scratch"
sh "$scratch/draftdesk/install.sh" "$@"
exit 0
