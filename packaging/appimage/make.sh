#!/usr/bin/env bash
# Makes an AppImage of the archive: make.sh ARCHIVE.tar.zst INTO. appimagetool is looked for in APPIMAGETOOL
# and in PATH; without it the folder that it would pack is left, and that is said.
set -euo pipefail
archive=$(readlink -f "$1") into=$2
mkdir -p "$into"
folder=$into/Draftdesk.AppDir
rm -rf "$folder"
mkdir -p "$folder/usr"
tar --zstd -xf "$archive" -C "$folder/usr" --strip-components=1
rm -f "$folder/usr/install.sh" "$folder/usr/lib/draftdesk/NEEDS"
echo appimage > "$folder/usr/lib/draftdesk/_internal/resources/FORM"
ln -s usr/bin/draftdesk "$folder/AppRun"
cp "$folder/usr/share/applications/draftdesk.desktop" "$folder/draftdesk.desktop"
cp "$folder/usr/share/icons/hicolor/256x256/apps/draftdesk.png" "$folder/draftdesk.png"
ln -s draftdesk.png "$folder/.DirIcon"
# The names that appimagetool looks for the metadata by.
for each in "$folder"/usr/share/metainfo/*.metainfo.xml; do
  ln -s "$(basename "$each")" "${each%.metainfo.xml}.appdata.xml"
done
tool=${APPIMAGETOOL:-appimagetool}
if ! command -v "$tool" >/dev/null; then
  echo "appimagetool is not here. $folder is ready for it: ARCH=$(uname -m) appimagetool $folder" >&2
  exit 3
fi
version=$(basename "$archive" | sed 's/^draftdesk-//; s/-linux-.*//')
ARCH=$(uname -m) "$tool" "$folder" "$into/Draftdesk-$version-$(uname -m).AppImage"
