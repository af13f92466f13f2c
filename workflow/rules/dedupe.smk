# The boards met before, up to turns, mirrors and labels, over all batches so far: their sorted keys
# are merged, so the records themselves are not read.


rule dedupe:
    input:
        lambda wildcards: batch_files(wildcards, wildcards.candidates, ".keys"),
    output:
        seeds="<made>/repeats/{candidates}.npy",
        facts="<made>/repeats/{candidates}.json",
    log:
        "<logs>/{board}/{recipe}/dedupe-{candidates}.log",
    params:
        made=lambda wildcards, output: Path(output.seeds).parents[1],
    shell:
        "moat-bank stage dedupe --board {wildcards.board} --candidates {wildcards.candidates}"
        " --made {params.made} 2>&1 | tee {log} >&2"
