# Kernels are compiled once, before any batch; where they are compiled already this takes a second.


rule compile:
    output:
        f"<results>/compiled/{FAMILY.fingerprint}.json",
    log:
        f"<logs>/compile-{FAMILY.fingerprint}.log",
    shell:
        "moat-bank stage compile --output {output} 2>&1 | tee {log} >&2"
