# The first of all boards that are equal up to turns, mirrors and labels, over all batches so far.


rule dedupe:
    input:
        lambda wildcards: batch_files("<made>", wildcards.board, wildcards.candidates),
    output:
        mask="<made>/unique/{candidates}.npy",
        facts="<made>/unique/{candidates}.json",
    log:
        "<logs>/{board}/{recipe}/dedupe-{candidates}.log",
    params:
        made=lambda wildcards, output: Path(output.mask).parents[1],
    shell:
        "moat-bank stage dedupe --board {wildcards.board} --candidates {wildcards.candidates}"
        " --made {params.made} 2>&1 | tee {log} >&2"
