# shellcheck disable=SC2046,SC2153,SC1091,SC2012 # names of packages are words; FORM comes from prove.sh
# Steps inside a clean root: sh steps.sh STEP [FOLDER OF PACKAGES]. FORM and PREFIX say what is proved.
set -eu
fail() { echo "$*" >&2; exit 1; }
profile=$HOME/.local/share/draftdesk
program=$PREFIX/bin/draftdesk
lib=$PREFIX/lib/draftdesk
applications=$PREFIX/share/applications
marker=$lib/_internal/resources/ONLY_IN_THE_OLDER

# What a desktop has anyway, and another mail program for what is given back.
prepare() {
  mkdir -p "$HOME"
  apt-get -o Acquire::Check-Valid-Until=false update -qq
  apt-get install -qqy --no-install-recommends libglib2.0-bin desktop-file-utils xdg-utils >/dev/null
  [ "$FORM" != rpm ] || apt-get install -qqy --no-install-recommends rpm >/dev/null
  [ "$FORM" != tar.zst ] || apt-get install -qqy --no-install-recommends zstd >/dev/null
  mkdir -p /usr/share/applications
  cat > /usr/share/applications/other-mail.desktop <<EOF
[Desktop Entry]
Type=Application
Name=Other mail
Exec=true %u
MimeType=x-scheme-handler/mailto;message/rfc822;application/mbox;
EOF
  update-desktop-database /usr/share/applications
  . /etc/os-release
  echo "$PRETTY_NAME, $(dpkg-query -f '.\n' -W | wc -l) packages"
}

# Only what the package says it needs: recommended packages stay away.
put() {
  case $FORM in
    deb) apt-get install -qqy --no-install-recommends --allow-downgrades "$1/${PACKAGE}"_*.deb >/dev/null ;;
    rpm)
      # Debian's rpm has no packages to look into: what the package asks for is looked for by hand.
      apt-get install -qqy --no-install-recommends $(needed_packages) >/dev/null
      missing=$(rpm -qp --requires "$1/$PACKAGE"-[0-9]*.rpm | sed -n 's/()(64bit)$//p' | while read -r name; do
        ldconfig -p | grep -q "$name " || echo "$name"; done)
      [ -z "$missing" ] || fail "The system lacks $missing."
      rpm -U --nodeps --oldpackage "$1/$PACKAGE"-[0-9]*.rpm
      # As the file trigger of desktop-file-utils does on a system of rpm.
      update-desktop-database /usr/share/applications ;;
    run)
      apt-get install -qqy --no-install-recommends $(needed_packages) >/dev/null
      sh "$1/$PACKAGE"-[0-9]*.run >/dev/null ;;
    tar.zst)
      apt-get install -qqy --no-install-recommends $(needed_packages) >/dev/null
      rm -rf /var/tmp/unpacked && mkdir /var/tmp/unpacked
      tar --zstd -xf "$1/$PACKAGE"-[0-9]*.tar.zst -C /var/tmp/unpacked
      sh /var/tmp/unpacked/"$PACKAGE"-*/install.sh >/dev/null
      rm -rf /var/tmp/unpacked ;;
  esac
}

# The Debian package says what Debian calls the libraries.
needed_packages() {
  dpkg-deb -f "/new/${PACKAGE}"_*.deb Depends | tr ',' '\n' | sed 's/|.*//; s/(.*//; s/ //g' | while read -r name; do
    if apt-cache show "$name" >/dev/null 2>&1; then echo "$name"; else echo "${name%t64}"; fi; done
}

version() { "$program" --version | cut -d' ' -f2; }
label() {
  case $FORM in
    deb) dpkg-query -f '${Version}' -W "$PACKAGE" ;;
    rpm) rpm -q --qf '%{VERSION}-%{RELEASE}' "$PACKAGE" ;;
    *) if [ -e "$marker" ]; then echo older; else echo newer; fi ;;
  esac
}

install() {
  put "$1"
  [ -e "$marker" ] || fail "The older version is not there."
  form=$("$program" --version --verbose | sed -n 's/^Installed as: //p')
  desktop-file-validate "$applications/draftdesk.desktop"
  gio mime x-scheme-handler/mailto | grep -q draftdesk.desktop || fail "mailto is not offered."
  echo "$(label): $form"
}

self_test() { "$program" --self-test; }

make_profile() {
  account=$("$program" accounts add local --name Mine --email me@x.example)
  printf 'From: Dana <dana@y.example>\nTo: me@x.example\nSubject: Kept\nMessage-ID: <1@y.example>\nDate: Mon, 2 Nov 2026 10:00:00 +0000\n\nWords.\n' > /var/tmp/one.eml
  "$program" import /var/tmp/one.eml --account "$account" >/dev/null
  mkdir -p "$HOME/.config/autostart"
  # As desktop_app/desktop/autostart.py writes it (tests/packaging holds both to each other).
  sed "s|@PROGRAM@|$lib/draftdesk|" /prove/autostart.desktop > "$HOME/.config/autostart/draftdesk.desktop"
  gio mime x-scheme-handler/mailto draftdesk.desktop >/dev/null
  default_is draftdesk.desktop
  can_be_started || fail "The session would not start it at login."
  kept
  echo "one account, one mail, the default program, started at login"
}

default_is() {
  now=$(gio mime x-scheme-handler/mailto | sed -n '1s/.*: //p')
  [ "$now" = "$1" ] || fail "mailto is opened by ${now:-nothing}, not by $1."
}

# GLib knows no entry whose TryExec is not there, as the autostart specification asks. It is asked by
# a copy that opens a kind of file of its own: nothing is started.
can_be_started() {
  own=$HOME/.local/share/applications
  mkdir -p "$own"
  { cat "$HOME/.config/autostart/draftdesk.desktop"; echo "MimeType=x-prove/x-login;"; } > "$own/prove.desktop"
  update-desktop-database "$own"
  gio mime x-prove/x-login | grep -q prove.desktop
}

kept() { "$program" search subject:Kept --json | grep -q '"count": 1' || fail "The mail is not found."; }

upgrade() {
  put /new
  [ ! -e "$marker" ] || fail "A file of the older version is left over."
  kept
  default_is draftdesk.desktop
  echo "$(label); mail, default program and start at login are there"
}

# With the web engine instead of without, or the other way round, and back.
the_other() {
  case $PACKAGE in draftdesk) other=draftdesk-original ;; *) other=draftdesk ;; esac
  [ -n "$(ls "/new/${other}"_*.deb 2>/dev/null)" ] || { echo "there is no package $other here"; return; }
  for turn in "$other" "$PACKAGE"; do
    apt-get install -qqy --no-install-recommends "/new/${turn}"_*.deb >/dev/null
    [ "$(dpkg-query -f '${db:Status-Abbrev}${Package}\n' -W 'draftdesk*' | grep -c '^ii')" = 1 ] || fail "Both are installed."
    dpkg-query -f '${db:Status-Abbrev}' -W "$turn" | grep -q '^ii' || fail "$turn is not installed."
    kept
    default_is draftdesk.desktop
  done
  echo "$other and $PACKAGE again, each instead of the other; the profile is read"
}

downgrade() {
  put /old
  [ -e "$marker" ] || fail "It is not the older version."
  kept
  echo "$(label); the profile is read"
}

older_than_profile() {
  before=$(cd "$profile" && sha256sum ./*.db | sha256sum)
  status=0
  said=$("$program" status 2>&1) || status=$?
  [ "$status" = 1 ] || fail "The exit status is $status: $said"
  [ "$before" = "$(cd "$profile" && sha256sum ./*.db | sha256sum)" ] || fail "The profile was changed."
  echo "$said" | tr '\n' ' '
}

remove_it() {
  case $FORM in
    deb) apt-get remove -qqy "$PACKAGE" >/dev/null ;;
    rpm) rpm -e "$PACKAGE" && update-desktop-database /usr/share/applications ;;
    *) sh "$lib/install.sh" --remove >/dev/null ;;
  esac
  [ ! -e "$program" ] && [ ! -e "$lib" ] && [ ! -e "$applications/draftdesk.desktop" ] || fail "Something of it is left."
  default_is other-mail.desktop
  ! can_be_started || fail "The session would still start it."
  [ -s "$profile/$(cd "$profile" && ls ./*.db | head -n 1)" ] || fail "The profile is gone."
  echo "the profile is kept, mailto opens other-mail.desktop, nothing is started at login"
}

purge() {
  case $FORM in deb) dpkg --purge "$PACKAGE" >/dev/null 2>&1 ;; esac
  left=$(find / -xdev \( -path /proc -o -path /dev -o -path /tmp -o -path /prove -o -path /new -o -path /old -o -path /home \
    -o -path /var/cache \) -prune -o -iname '*draftdesk*' -print | grep -v '^/var/l' || true)
  [ -z "$left" ] || fail "Left: $left"
  ! dpkg-query -W "$PACKAGE" >/dev/null 2>&1 || fail "dpkg still knows it."
  [ -d "$profile" ] || fail "The profile is gone."
  echo "nothing is left outside the home; the profile is kept"
}

step=$1
shift
"$step" "$@"
