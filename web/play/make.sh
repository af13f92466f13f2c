#!/bin/sh
# A site to play some banks: web/play/make.sh BANKS SITE [options of moat-bank bundle]
# The pages, the client and the bundle side by side; no build step, so this only copies, and lists
# what it copied for the service worker.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
banks=$1 site=$2
shift 2
files_of() (cd "$1" && find . -type f ! -name 'package.json' ! -name '*.sh' ! -name '*.d.ts' | LC_ALL=C sort)
copy() {
  files_of "$1" | while read -r file; do
    mkdir -p "$2/$(dirname "$file")"
    cp "$1/$file" "$2/$file"
  done
}
${MOAT_BANK:-moat-bank} bundle "$banks" "$site/banks" "$@"
copy "$here" "$site"
copy "$here/../client" "$site/client"
{
  echo 'const FILES = ['
  files_of "$here" | sed -n '/sw\.js/d; s|^\./\(.*\)|  "\1",|p'
  files_of "$here/../client" | sed 's|^\./\(.*\)|  "client/\1",|'
  echo '];'
} > "$site/files.js"
