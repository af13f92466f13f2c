# How many candidates next: the boards so far are chosen from, counted, and the yield of each tier
# says how many more.  A plan is named by the candidates that it has seen.


checkpoint plan:
    input:
        lambda wildcards: batch_files(wildcards, wildcards.candidates, ".npy"),
        rules.dedupe.output,
    output:
        "<made>/{choice}/plan/{candidates}.json",
    log:
        "<logs>/{board}/{recipe}/{choice}-plan-{candidates}.log",
    params:
        made=lambda wildcards, output: Path(output[0]).parents[2],
    shell:
        "moat-bank stage plan --board {wildcards.board} --candidates {wildcards.candidates}"
        " --made {params.made} --output {output} 2>&1 | tee {log} >&2"
