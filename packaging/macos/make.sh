#!/usr/bin/env bash
# Draftdesk for macOS, by named steps: make.sh bundle|sign|image|notarise|staple|check, in this order.
#   SIGN_AS       the name of the Developer ID Application certificate in the keychain (sign, image)
#   NOTARY        the profile of the credentials: xcrun notarytool store-credentials NOTARY (notarise)
# A step that lacks what it needs says so and ends with 3. Without `sign` the image works, and macOS asks.
set -euo pipefail
cd "$(dirname "$0")/../.."
app=dist/Draftdesk.app
version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' desktop_app/__init__.py)
image=dist/Draftdesk-$version-$(uname -m).dmg
needs() { [ -n "${!1:-}" ] || { echo "The step needs $1: see the head of this script." >&2; exit 3; }; }

bundle() {
  .venv/bin/pyinstaller --noconfirm --log-level WARN --distpath dist --workpath build packaging/macos/bundle.spec
  echo dmg > "$app/Contents/Resources/resources/FORM"
  QT_QPA_PLATFORM=offscreen "$app/Contents/MacOS/draftdesk" --self-test
}

sign() {
  needs SIGN_AS
  # From the inside to the outside: a signature covers what it holds.
  find "$app" -type f \( -name '*.dylib' -o -name '*.so' -o -perm -u+x \) -print0 |
    xargs -0 codesign --force --timestamp --options runtime --sign "$SIGN_AS"
  codesign --force --timestamp --options runtime --entitlements packaging/macos/entitlements.plist --sign "$SIGN_AS" "$app"
  codesign --verify --deep --strict "$app"
}

image() {
  local folder
  folder=$(mktemp -d)
  cp -R "$app" "$folder/"
  ln -s /Applications "$folder/Applications"
  rm -f "$image"
  hdiutil create -volname Draftdesk -srcfolder "$folder" -format UDZO "$image"
  rm -rf "$folder"
  if [ -n "${SIGN_AS:-}" ]; then codesign --timestamp --sign "$SIGN_AS" "$image"; fi
}

notarise() {
  needs NOTARY
  xcrun notarytool submit "$image" --keychain-profile "$NOTARY" --wait
}

staple() { xcrun stapler staple "$image"; }
check() { spctl --assess --type open --context context:primary-signature --verbose "$image"; }

case ${1:-} in
  bundle | sign | image | notarise | staple | check) "$1" ;;
  *) sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
