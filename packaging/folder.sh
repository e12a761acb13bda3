#!/usr/bin/env bash
# Builds the application folders and proves each by its own self-test:
#   dist/draftdesk           the window with everything but the Original view
#   dist/draftdesk-original  that, and the web engine
# ORIGINAL=0 builds the first alone, ORIGINAL=1 the second alone. DIST is where they go; ARCHIVES=0
# leaves out the files to download, LEVEL is how hard they are packed.
set -euo pipefail
cd "$(dirname "$0")/.."
dist=${DIST:-dist}
mkdir -p "$dist"
dist=$(cd "$dist" && pwd)
python=$PWD/build/venv/bin/python
case ${ORIGINAL:-} in
  0) forms=base ;;
  1) forms=original ;;
  *) forms="base original" ;;
esac
# Nothing of the hour, the place or the order of the build: times are those of the commit.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)}
export SOURCE_DATE_EPOCH PYTHONHASHSEED=0 LC_ALL=C.UTF-8 TZ=UTC DRAFTDESK_FORMS=$forms
umask 022
PYTHONPATH=$PWD "$python" -m PyInstaller --noconfirm --clean --log-level ERROR --distpath "$dist" \
  --workpath build/folder packaging/pyinstaller.spec
version=$("$python" -c 'import desktop_app; print(desktop_app.__version__)')
system=$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)
made=()
if [ "$(id -u)" = 0 ]; then export QTWEBENGINE_DISABLE_SANDBOX=1; fi
for form in $forms; do
  name=draftdesk$([ "$form" = base ] || echo "-$form")
  (cd packaging && QT_QPA_PLATFORM=offscreen "$python" -m folder.finish "$dist/$name" \
    "$SOURCE_DATE_EPOCH" "$PWD/../build/folder/pyinstaller/$form.json" "$version")
  echo "$dist/$name: $(du -sm "$dist/$name" | cut -f1) MB"
  told=$(env -u PYTHONPATH QT_QPA_PLATFORM="${QT_QPA_PLATFORM:-offscreen}" "$dist/$name/draftdesk" --self-test)
  echo "$told"
  # Nothing is missing but what this form is without.
  [ "$told" = "self-test: ok$([ "$form" = original ] || printf '\nNot installed: The Original view')" ]
  cp "$dist/$name/_internal/resources/SBOM.cdx.json" "$dist/$name-$version.cdx.json"
  [ "${ARCHIVES:-1}" = 0 ] && continue
  archive=$dist/$name-$version-$system.tar.zst
  (cd packaging && "$python" -m folder.archive "$dist/$name" "$archive" "${LEVEL:-19}")
  echo "$archive: $(du -m "$archive" | cut -f1) MB"
  made+=("$archive" "$dist/$name-$version.cdx.json")
done
# A package that is made of the folders adds its own line to both.
if [ ${#made[@]} != 0 ]; then
  (cd packaging && "$python" -m folder.provenance "$dist" "$version" "${made[@]}")
fi
