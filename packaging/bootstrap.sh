#!/usr/bin/env bash
# Makes the checkout runnable: OS packages where they are missing, then .venv.
# Says what it installs; does nothing, quickly, when there is nothing to do.
#   bootstrap.sh run       what the window needs
#   bootstrap.sh test      that, and what the test suite needs
#   bootstrap.sh campaign  that, and what only the long proofs need
#   bootstrap.sh package   that, and what packaging needs
set -euo pipefail
cd "$(dirname "$0")/.."
purpose=${1:-run}

run_packages=(libegl1 libgl1 libxkbcommon-x11-0 libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1
  libxcb-shape0 libxcb-xinerama0 libxcb-image0 libxcb-render-util0 libxcb-randr0 libdbus-1-3
  libnss3 libasound2 libxcomposite1 libxdamage1 libxrandr2 libxtst6 libxkbfile1 fonts-dejavu
  fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji hunspell-en-us hunspell-de-de hunspell-fr
  hunspell-es)
test_packages=(xvfb xdotool imagemagick strace dbus dbus-x11 at-spi2-core python3-pyatspi
  gir1.2-atspi-2.0 gnome-keyring iproute2 notmuch python3-notmuch2 maildir-utils util-linux
  dovecot-imapd dunst libglib2.0-bin desktop-file-utils xdg-utils
  zsh fish appstream man-db binutils)
package_packages=(desktop-file-utils appstream lintian)

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

# Ubuntu 24.04 and Debian 13 renamed some libraries when time_t grew.
known_name() {
  local name
  for name in "$1" "${1}t64"; do
    if [ -n "$(apt-cache madison "$name" 2>/dev/null)" ]; then echo "$name"; return; fi
  done
}

installed() {
  local name
  for name in "$1" "${1}t64"; do
    case $(dpkg-query -W -f '${Status}' "$name" 2>/dev/null || true) in
      *"ok installed") return 0 ;;
    esac
  done
  return 1
}

install_os_packages() {
  command -v dpkg-query >/dev/null || return 0
  local missing=() name
  for name in "$@"; do installed "$name" || missing+=("$name"); done
  [ ${#missing[@]} = 0 ] && return 0
  echo "Installing OS packages: ${missing[*]}"
  as_root apt-get update -qq
  local known=()
  for name in "${missing[@]}"; do
    local real; real=$(known_name "$name")
    if [ -n "$real" ]; then known+=("$real"); else echo "  $name is not known here; going on without it"; fi
  done
  [ ${#known[@]} = 0 ] || as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${known[@]}" >/dev/null
}

# A server that tests start themselves is not to run as a service of the system.
without_services() {
  local policy=/usr/sbin/policy-rc.d
  if [ -e $policy ] || ! command -v dpkg-query >/dev/null; then "$@"; return; fi
  printf '#!/bin/sh\nexit 101\n' | as_root tee $policy >/dev/null
  as_root chmod +x $policy
  local status=0
  "$@" || status=$?
  as_root rm -f $policy
  return $status
}

find_python() {
  local name
  for name in python3.13 python3.12 python3.11 python3; do
    if command -v "$name" >/dev/null && "$name" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      echo "$name"; return
    fi
  done
}

make_venv() {
  [ -x .venv/bin/python ] && return 0
  local python; python=$(find_python)
  if [ -z "$python" ] && command -v apt-get >/dev/null; then
    install_os_packages python3 python3-venv
    python=$(find_python)
  fi
  [ -n "$python" ] || { echo "Draftdesk needs Python 3.11 or newer with venv." >&2; exit 1; }
  echo "Making .venv with $("$python" --version)"
  "$python" -m venv .venv
}

# The versions of packaging/lock, and no file that has another hash.
install_python_packages() {
  local extras=$1 wanted stamp
  wanted=$(cat pyproject.toml packaging/lock/*.txt | cksum)
  # Whatever was installed with more extras will do for none.
  for stamp in .venv/.installed-${extras:-*}; do
    [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ] && return 0
  done
  echo "Installing Python packages into .venv"
  .venv/bin/pip install -q --disable-pip-version-check --require-hashes -r "packaging/lock/${extras:-run}.txt"
  .venv/bin/pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
  echo "$wanted" > ".venv/.installed-$extras"
}

# The environment that is packaged: locked versions and nothing else, made anew where one changes.
make_build_environment() {
  local python wanted; python=$(find_python)
  wanted="$(cksum < packaging/lock/package.txt) $("$python" --version)"
  [ "$(cat build/venv/.installed 2>/dev/null || true)" = "$wanted" ] && return 0
  echo "Installing what is packaged into build/venv"
  rm -rf build/venv
  "$python" -m venv build/venv
  build/venv/bin/python -m pip install -q --disable-pip-version-check --no-compile --require-hashes -r packaging/lock/package.txt
  echo "$wanted" > build/venv/.installed
}

# The first start compiles nothing; quick where nothing has changed.
compile_bytecode() { .venv/bin/python -m compileall -q desktop_app; }

# What a lock file names, from npm, with the node of .venv: install_from_npm FOLDER TARGET WHAT.
install_from_npm() {
  local wanted; wanted=$(cksum < "$1/package-lock.json")
  [ "$(cat "$2/.installed" 2>/dev/null || true)" = "$wanted" ] && return 0
  echo "Installing $3 into $2"
  mkdir -p "$2"
  cp "$1/package.json" "$1/package-lock.json" "$2/"
  (PATH="$PWD/.venv/bin:$PATH"; cd "$2" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null)
  echo "$wanted" > "$2/.installed"
}

install_emulator() { install_from_npm tests/fakes/google .venv/emulate "the Google emulator"; }
install_mcp_tools() {
  install_from_npm tests/mcp_bridge/npm .venv/mcp-tools "the MCP Inspector and conformance suite"
}

# The client half of fastmcp, beside the suite's own packages: it wants a dozen more.
install_fastmcp_client() {
  local wanted="fastmcp-slim[client]==4.1.6" home=.venv/mcp-tools/fastmcp
  [ "$(cat "$home/.installed" 2>/dev/null || true)" = "$wanted" ] && return 0
  echo "Installing fastmcp's client into $home"
  .venv/bin/python -m venv "$home"
  "$home/bin/pip" install -q --disable-pip-version-check "$wanted"
  echo "$wanted" > "$home/.installed"
}

# Frameworks of others that do the main job over the bridge, in Python and JavaScript.
install_real_hosts() {
  local list=tests/mcp_bridge/hosts home=.venv/mcp-tools/hosts wanted
  wanted=$(cat $list/requirements.txt $list/package-lock.json | cksum)
  [ "$(cat $home/.hosts 2>/dev/null || true)" = "$wanted" ] && return 0
  echo "Installing five agent frameworks into $home"
  .venv/bin/python -m venv "$home"
  "$home/bin/pip" install -q --disable-pip-version-check --require-hashes -r $list/requirements.txt
  install_from_npm $list $home "the AI SDK"
  echo "$wanted" > $home/.hosts
}

# AgentDojo, the published attack of tests/assistant/dojo, apart from what Draftdesk runs on.
install_agentdojo() {
  local list=tests/assistant/dojo/requirements.txt wanted
  wanted=$(cksum < $list)
  [ "$(cat .venv/agentdojo/.installed 2>/dev/null || true)" = "$wanted" ] && return 0
  echo "Installing AgentDojo into .venv/agentdojo"
  rm -rf .venv/agentdojo
  .venv/bin/pip install -q --disable-pip-version-check --no-deps --target .venv/agentdojo -r $list
  echo "$wanted" > .venv/agentdojo/.installed
}

install_os_packages "${run_packages[@]}"
case $purpose in
  run) make_venv; install_python_packages ""; compile_bytecode ;;
  test | campaign) without_services install_os_packages "${test_packages[@]}"; make_venv; install_python_packages test; compile_bytecode
    install_emulator; install_mcp_tools; install_fastmcp_client; install_agentdojo
    [ "$purpose" = test ] || install_real_hosts ;;
  package) install_os_packages binutils "${package_packages[@]}"; make_build_environment ;;
  *) echo "bootstrap.sh run|test|campaign|package" >&2; exit 2 ;;
esac
