# The boards chosen among all so far: of each tier the first by seed, no two of them near twins; and,
# where a tier is short, how many candidates come next.  A choice is named by the candidates that it
# was made from.


checkpoint choose:
    input:
        lambda wildcards: batch_files(wildcards, wildcards.counts, ".npy"),
        rules.dedupe.output,
    output:
        records="<folder>/{choice}/chosen/{counts}.npy",
        facts="<folder>/{choice}/chosen/{counts}.json",
    log:
        "<logs>/{board}/{recipe}/{choice}-choose-{counts}.log",
    params:
        folder=lambda wildcards, output: Path(output.records).parents[2],
    shell:
        "moat-bank stage choose --board {wildcards.board} --counts {wildcards.counts}"
        " --folder {params.folder} --output {output.records} 2>&1 | tee {log} >&2"
