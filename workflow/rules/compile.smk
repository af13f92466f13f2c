# Kernels are compiled once, before any batch that needs them; where they are compiled already this
# takes a second.  No job takes what is compiled as "ancient": where this rule runs for another reason
# than a missing file, Snakemake (9.27) would pass over the jobs behind it, and end well.


rule compile:
    output:
        "<results>/compiled/{family}/{fingerprint}/{part}.json",
    log:
        "<logs>/compile-{family}-{fingerprint}-{part}.log",
    shell:
        "moat-bank stage compile --family {wildcards.family} --part {wildcards.part}"
        " --output {output} 2>&1 | tee {log} >&2"
