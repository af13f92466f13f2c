#!/usr/bin/env bash
# The workflow with its results in an object store, a local one: the same bytes as without it.
#
#   tests/cluster/s3.sh [PYTHON]         PYTHON has .[s3] and moto[server] installed
#
# Starts the store, builds a small config through profiles/s3 and again without it, compares, and
# stops the store. Status 77: there is no store to be had.
set -euo pipefail
cd "$(dirname "$0")/../.."
repository=$PWD
python=$(realpath -s "${1:-.venv/bin/python}")
. tests/cluster/common.sh

"$python" -c "import moto.server, snakemake_storage_plugin_s3" 2> /dev/null \
    || skip "the extra 's3' and moto[server] are not installed"

work=$(mktemp -d)
trap 'kill "$store" 2> /dev/null || true; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
"$python" -m moto.server -H 127.0.0.1 -p 0 > "$work/store.log" 2>&1 &
store=$!
for _ in $(seq 120); do
    url=$(grep -o 'http://127.0.0.1:[0-9]*' "$work/store.log" || true)
    [ -z "$url" ] || break
    sleep 0.5
done
[ -n "$url" ] || { cat "$work/store.log"; exit 1; }
export SNAKEMAKE_STORAGE_S3_ENDPOINT_URL=$url no_proxy=127.0.0.1 NO_PROXY=127.0.0.1
export SNAKEMAKE_STORAGE_S3_ACCESS_KEY=none SNAKEMAKE_STORAGE_S3_SECRET_KEY=none

build store --profile profiles/s3
ran store compile batch dedupe choose select shard verify publish
held=$(find "$work/store" -path "$work/store/.snakemake" -prune -o -name '*.npy' -print)
[ -z "$held" ] || { echo "not in the store: $held"; exit 1; }

# Another machine finds all there: it has nothing to make, and publishes.
build other --profile profiles/s3
ran other publish
! grep -Eq "^(rule|checkpoint) " "$work/other/said.txt" || { echo "made again elsewhere"; exit 1; }
build other --profile profiles/s3 | grep "Nothing to be done"

build local --cores 2 > /dev/null || { cat "$work/local/said.txt"; exit 1; }
same store local
same other local
