#!/usr/bin/env bash
# Proves packages in clean roots: installed, the main job done in a real window, upgraded, downgraded,
# removed, purged. Prints a row for each thing that was seen, and a table at the end.
#   prove.sh NEW OLD [FORM@SUITE …]   two folders of packages, those of now and of a lower version
# Forms are deb, rpm, run and tar.zst, suites those of Debian. It needs root, mmdebstrap, and what the
# suite needs for a desk (tests/end_to_end/desk.py). ROOTS is where roots are kept (else a new folder),
# PACKAGE which of the packages is proved: draftdesk (else), or draftdesk-original; PROVE_PICTURES a folder for
# pictures of the window.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
checkout=$(cd "$here/../.." && pwd)
new=$(readlink -f "$1") old=$(readlink -f "$2")
shift 2
[ "$(id -u)" = 0 ] || { echo "prove.sh needs root: it makes roots of other systems." >&2; exit 2; }
matrix=("$@")
[ $# -gt 0 ] || matrix=(deb@bookworm deb@trixie deb@forky run@bookworm run@trixie tar.zst@trixie rpm@trixie)
roots=${ROOTS:-$(mktemp -d)}
rows=$roots/rows.tsv
: > "$rows"
python=$checkout/.venv/bin/python

mounted=()
release() {
  local each
  for ((each = ${#mounted[@]} - 1; each >= 0; each--)); do umount -l "${mounted[each]}" || true; done
  mounted=()
}
trap release EXIT

make_root() {
  local suite=$1 root=$2
  [ -f "$roots/$suite.tar" ] || mmdebstrap --quiet --variant=minbase --mode=root --components=main \
    --aptopt='Acquire::Check-Valid-Until "false"' "$suite" "$roots/$suite.tar" http://deb.debian.org/debian
  rm -rf "$root"
  mkdir -p "$root" "$roots/archives/$suite/partial"
  tar -xf "$roots/$suite.tar" -C "$root"
  cp /etc/resolv.conf "$root/etc/resolv.conf"
  mkdir -p "$root/prove" "$root/new" "$root/old"
  local from to
  while read -r from to; do
    mount --bind "$from" "$root/$to"
    mounted+=("$root/$to")
  done <<EOF
/proc proc
/dev dev
/dev/pts dev/pts
/tmp tmp
$here/prove prove
$new new
$old old
$roots/archives/$suite var/cache/apt/archives
EOF
  mount -t tmpfs none "$root/dev/shm" && mounted+=("$root/dev/shm")
}

# in_root ROOT COMMAND…: as a person's session without a window has it.
in_root() {
  local root=$1
  shift
  chroot "$root" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    HOME=/home/person LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive QT_QPA_PLATFORM=offscreen \
    QTWEBENGINE_DISABLE_SANDBOX=1 PYTHON_KEYRING_BACKEND=keyring.backends.null.Keyring \
    FORM="${form:-}" PREFIX="${prefix:-}" PACKAGE="${PACKAGE:-draftdesk}" "$@"
}

# saw STEP COMMAND…: a row with the last line that the command printed.
saw() {
  local step=$1 said status=0 word=ok
  shift
  said=$("$@" 2>&1) || status=$?
  [ "$status" = 0 ] || word=FAILED
  printf '%s\n' "$said" > "$roots/last-$form-$suite-${step// /-}.txt"
  said=$(printf '%s\n' "$said" | grep -v '^$' | tail -n 1 | cut -c1-160)
  printf '%s\t%s\t%s\t%s\t%s\n' "$form" "$suite" "$step" "$word" "$said" | tee -a "$rows"
}

for pair in "${matrix[@]}"; do
  form=${pair%@*} suite=${pair#*@} root=$roots/root-$form-$suite
  prefix=/usr
  case $form in run | tar.zst) prefix=/usr/local ;; esac
  make_root "$suite" "$root"
  saw "prepare" in_root "$root" sh /prove/steps.sh prepare
  saw "install" in_root "$root" sh /prove/steps.sh install /old
  saw "self-test" in_root "$root" sh /prove/steps.sh self_test
  saw "main job" env -u TMPDIR PYTHONPATH="$checkout" "$python" "$here/prove/main_job.py" "$root" "$prefix/bin/draftdesk"
  saw "profile" in_root "$root" sh /prove/steps.sh make_profile
  saw "upgrade" in_root "$root" sh /prove/steps.sh upgrade
  saw "main job after it" env -u TMPDIR PYTHONPATH="$checkout" "$python" "$here/prove/main_job.py" "$root" "$prefix/bin/draftdesk"
  [ "$form" != deb ] || saw "the other package" in_root "$root" sh /prove/steps.sh the_other
  saw "downgrade" in_root "$root" sh /prove/steps.sh downgrade
  "$python" "$here/prove/newer_profile.py" "$root/home/person/.local/share/draftdesk"
  saw "older than the profile" in_root "$root" sh /prove/steps.sh older_than_profile
  saw "remove" in_root "$root" sh /prove/steps.sh remove_it
  saw "purge" in_root "$root" sh /prove/steps.sh purge
  release
  rm -rf "$root"
done

echo
"$python" "$here/prove/as_table.py" "$rows"
! grep -q "	FAILED	" "$rows"
