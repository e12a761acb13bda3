#!/usr/bin/env bash
# Builds one commit twice, in two folders with names of different lengths, and compares what comes
# out: wheel, source archive, the folders as they are unpacked, and the archives of them.
# Says what differs, and ends with 1 if anything does. COMMIT is what is built, HEAD by itself.
set -euo pipefail
cd "$(dirname "$0")/.."
where=${WHERE:-$(mktemp -d)}
commit=$(git rev-parse "${COMMIT:-HEAD}")
build() {
  local place=$1
  git clone -q --no-hardlinks . "$place"
  git -C "$place" checkout -q "$commit"
  (
    cd "$place"
    packaging/bootstrap.sh package >/dev/null
    for what in wheel sdist; do
      build/venv/bin/python -c "import sys; sys.path.insert(0, 'packaging/backend')
import draftdesk_build as b; b.build_$what('dist')" >/dev/null 2>&1
    done
    LEVEL=${LEVEL:-3} packaging/folder.sh
  )
}
build "$where/one"
build "$where/a-longer-name/two"
one=$where/one/dist two=$where/a-longer-name/two/dist
differs=0
for name in $(cd "$one" && find . -type f | sort); do
  cmp -s "$one/$name" "$two/$name" || { echo "differs: $name"; differs=1; }
done
diff <(cd "$one" && find . | sort) <(cd "$two" && find . | sort) || differs=1
count=$(find "$one" -type f | wc -l)
[ $differs = 0 ] && echo "The same bytes: $count files of $commit, built twice."
(cd "$one" && sha256sum -- *.whl *.tar.*)
exit $differs
