# Kernels are compiled once, before any batch; where they are compiled already this takes a second.


rule compile:
    output:
        f"<results>/compiled/{FAMILY.fingerprint}.json",
    log:
        f"<logs>/compile-{FAMILY.fingerprint}.log",
    message:
        "Kernels are compiled, once: up to two minutes, or a second where they are compiled already."
    shell:
        "moat-bank stage compile --output {output} 2>&1 | tee {log} >&2"
