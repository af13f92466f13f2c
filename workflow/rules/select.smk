# The boards of the banks: those chosen in the end, under a name that does not tell of how many.


rule select:
    input:
        chosen_in_the_end,
    output:
        records="<folder>/{choice}/selected.npy",
        facts="<folder>/{choice}/selected.json",
    log:
        "<logs>/{board}/{recipe}/{choice}-select.log",
    params:
        counts=lambda wildcards, input: Path(input[0]).stem,
        folder=lambda wildcards, input: Path(input[0]).parents[2],
        chosen=lambda wildcards, input: input[0],
    shell:
        "moat-bank stage select --board {wildcards.board} --counts {params.counts}"
        " --folder {params.folder} --chosen {params.chosen} --output {output.records} 2>&1"
        " | tee {log} >&2"
