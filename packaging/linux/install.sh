#!/bin/sh
# Installs the tree that this script lies in, for the person who runs it, or for everybody as root.
#   install.sh [--prefix FOLDER]     install, or put this version in the place of another
#   install.sh --remove [--prefix FOLDER]
#   install.sh --check               say which libraries of the system are missing, and do nothing
# Without --prefix it is ~/.local, as root /usr/local. The profile with your mail is never touched.
set -eu

fail() { printf '%s\n' "$*" >&2; exit 1; }

prefix="" remove="" check=""
while [ $# -gt 0 ]; do
  case $1 in
    --prefix) [ $# -ge 2 ] || fail "--prefix needs a folder."; prefix=$2; shift ;;
    --remove) remove=1 ;;
    --check) check=1 ;;
    -h | --help) sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 0 ;;
    *) fail "install.sh does not know $1. Try --help." ;;
  esac
  shift
done

if [ -z "$prefix" ]; then
  if [ "$(id -u)" = 0 ]; then prefix=/usr/local; else prefix=${HOME:?Say a folder with --prefix.}/.local; fi
fi
case $prefix in /*) ;; *) prefix=$(pwd)/$prefix ;; esac
# What can't stand in the Exec line of a desktop entry, or ends a line of a list.
case $prefix in *[\"\$\`\\%]* | *"
"*) fail "The folder $prefix has a sign in its name that a desktop entry can't hold." ;; esac

here=$(cd "$(dirname "$0")" && pwd)
home=$prefix/lib/draftdesk
list=$home/INSTALLED

# Libraries of the system that the program needs and this one lacks, a line each.
missing() {
  { ldconfig -p 2>/dev/null || /sbin/ldconfig -p 2>/dev/null || true; } > "$known"
  [ -s "$known" ] || return 0
  while IFS="	" read -r library package; do
    grep -q "^	$library " "$known" || printf '  %s (on Debian and Ubuntu: %s)\n' "$library" "$package"
  done < "$1/NEEDS"
}

refresh() {
  if command -v update-desktop-database >/dev/null 2>&1; then
    update-desktop-database -q "$prefix/share/applications" 2>/dev/null || true
  fi
  if command -v gtk-update-icon-cache >/dev/null 2>&1; then
    gtk-update-icon-cache -q -f -t "$prefix/share/icons/hicolor" 2>/dev/null || true
  fi
}

# Removes the files that a list names, and the folders that are empty then.
forget() {
  while IFS= read -r file; do
    case $file in share/* | bin/draftdesk) ;; *) continue ;; esac
    case $file in *..*) continue ;; esac
    rm -f "$prefix/$file"
    rmdir -p --ignore-fail-on-non-empty "$(dirname "$prefix/$file")" 2>/dev/null || true
  done < "$1"
}

if [ -e "$home" ] && [ ! -f "$list" ]; then
  fail "$home is there already and was not put there by this installer. Remove it by what installed it."
fi

if [ -n "$remove" ]; then
  [ -f "$list" ] || fail "Draftdesk is not installed below $prefix."
  forget "$list"
  rm -rf "$home"
  rmdir -p --ignore-fail-on-non-empty "$prefix/lib" 2>/dev/null || true
  refresh
  echo "Draftdesk is removed from $prefix. Your mail and settings stay in their profile (~/.local/share/draftdesk)."
  exit 0
fi

[ -x "$here/lib/draftdesk/draftdesk" ] || fail "There is no program beside install.sh. Unpack the archive again."
known=$(mktemp)
trap 'rm -f "$known"' EXIT
lacking=$(missing "$here/lib/draftdesk")
if [ -n "$lacking" ]; then
  printf 'Libraries that Draftdesk needs are missing on this system:\n%s\n' "$lacking" >&2
fi
if [ -n "$check" ]; then
  [ -z "$lacking" ] || exit 1
  echo "No library is missing."
  exit 0
fi

mkdir -p "$prefix/lib" "$prefix/bin" || fail "$prefix can't be written to. Say another folder with --prefix."
rm -rf "$home.new"
cp -R "$here/lib/draftdesk" "$home.new"
(cd "$here" && find share bin -type f -o -type l) | LC_ALL=C sort > "$home.new/INSTALLED"
cp "$here/install.sh" "$home.new/install.sh"

if [ -f "$list" ]; then
  # What the version before had and this one has not; its programs go on with the files they opened.
  LC_ALL=C sort "$list" | LC_ALL=C comm -23 - "$home.new/INSTALLED" > "$known"
  forget "$known"
  rm -rf "$home.old"
  mv "$home" "$home.old"
fi
mv "$home.new" "$home"
rm -rf "$home.old"

while IFS= read -r file; do
  mkdir -p "$(dirname "$prefix/$file")"
  rm -f "$prefix/$file"
  cp -P "$here/$file" "$prefix/$file"
done < "$list"

# The desktop need not know this folder's programs by name.
entry=$prefix/share/applications/draftdesk.desktop
sed -e "s|^Exec=draftdesk|Exec=\"$(printf %s "$prefix" | sed 's/[&|]/\\&/g')/bin/draftdesk\"|" \
  -e "s|^TryExec=.*|TryExec=$(printf %s "$prefix" | sed 's/[&|]/\\&/g')/bin/draftdesk|" "$entry" > "$known"
cat "$known" > "$entry"
refresh

echo "Draftdesk is installed: $prefix/bin/draftdesk"
case ":${PATH:-}:" in *":$prefix/bin:"*) ;; *) echo "$prefix/bin is not among your PATH's folders: start it from the menu, or by its whole name." ;; esac
echo "To remove it: $home/install.sh --remove --prefix $prefix"
