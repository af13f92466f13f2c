#!/bin/sh
# A site to play some banks: web/play/make.sh BANKS SITE [options of moat-bank bundle]
# The page, the client and the bundle side by side; no build step, so this only copies.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
banks=$1 site=$2
shift 2
mkdir -p "$site/hints"
${MOAT_BANK:-moat-bank} bundle "$banks" "$site/banks" "$@"
cp "$here"/*.html "$here"/*.css "$here"/*.js "$here"/*.svg "$here"/*.webmanifest "$site/"
cp "$here"/hints/*.js "$site/hints/"
cp "$here/../client/moat-bank.js" "$site/"
