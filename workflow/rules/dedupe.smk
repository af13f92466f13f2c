# The boards met before, up to turns, mirrors and labels, over all batches so far: their sorted keys
# are merged, so the records themselves are not read.


rule dedupe:
    input:
        lambda wildcards: batch_files(wildcards, wildcards.counts, ".keys"),
    output:
        seeds="<folder>/repeats/{counts}.npy",
        facts="<folder>/repeats/{counts}.json",
    log:
        "<logs>/{board}/{recipe}/dedupe-{counts}.log",
    params:
        folder=lambda wildcards, output: Path(output.seeds).parents[1],
    shell:
        "moat-bank stage dedupe --board {wildcards.board} --counts {wildcards.counts}"
        " --folder {params.folder} 2>&1 | tee {log} >&2"
