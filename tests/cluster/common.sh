# What the scripts beside it share; each sets $repository, $python and $work, a folder of its own.

skip() { # why
    echo "skipped: $1"
    exit 77
}

build() { # folder, options: the small build, in a folder of its own below $work
    local place=$work/$1
    shift
    mkdir -p "$place"
    cp "$repository/tests/cluster/config.yaml" "$place"
    PYTHONPATH=$repository/src${PYTHONPATH:+:$PYTHONPATH} timeout 600 "$python" -m snakemake \
        --snakefile "$repository/Snakefile" --directory "$place" "$@" 2>&1 | tee "$place/said.txt"
}

ran() { # folder, rules: each of them was run in that folder
    local rule
    for rule in "${@:2}"; do
        grep -Eq "^(local)?(rule|checkpoint) $rule:" "$work/$1/said.txt" \
            || { echo "$rule did not run in $1"; exit 1; }
    done
}

same() { # folders: both hold the same banks, and some
    test -s "$work/$1/banks/manifest.json"
    diff -r "$work/$1/banks" "$work/$2/banks"
    echo "the same bytes: $(find "$work/$1/banks" -type f | wc -l) files of $1 and $2"
}
