# Kernels are compiled once, before any batch; where they are compiled already this takes a second.


rule compile:
    output:
        f"<results>/compiled/{FAMILY.fingerprint}.json",
    log:
        f"<logs>/compile-{FAMILY.fingerprint}.log",
    shell:
        "{MOAT} stage compile {GIVEN} --output {output} 2>&1 | tee {log} >&2"
