# Kernels are compiled once, before any batch that needs them; where they are compiled already this
# takes a second.


rule compile:
    output:
        f"<results>/compiled/{FAMILY.fingerprint}/{{part}}.json",
    log:
        f"<logs>/compile-{FAMILY.fingerprint}-{{part}}.log",
    shell:
        "moat-bank stage compile --part {wildcards.part} --output {output} 2>&1 | tee {log} >&2"
