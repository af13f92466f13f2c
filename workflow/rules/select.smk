# The boards of the banks: of each tier the first by seed, no two of them near twins.


rule select:
    input:
        chosen_from,
    output:
        records="<made>/{choice}/selected.npy",
        facts="<made>/{choice}/selected.json",
    log:
        "<logs>/{board}/{recipe}/{choice}-select.log",
    params:
        made=lambda wildcards, input: Path(input[0]).parents[1],
        candidates=lambda wildcards, input: Path(input[0]).stem,
    shell:
        "moat-bank stage select --board {wildcards.board} --candidates {params.candidates}"
        " --made {params.made} --output {output.records} 2>&1 | tee {log} >&2"
