# The boards of the banks: of each tier the first by seed, no two of them near twins.


def chosen_from(wildcards):
    """The mask over as many candidates as fill every tier, and the batches under it."""
    candidates = enough(wildcards)
    masks = [f"<made>/unique/{candidates}{ending}" for ending in (".npy", ".json")]
    return masks + batch_files("<made>", candidates)


rule select:
    input:
        chosen_from,
    output:
        records="<made>/{choice}/selected.npy",
        facts="<made>/{choice}/selected.json",
    params:
        made=lambda wildcards, input: Path(input[0]).parents[1],
        candidates=lambda wildcards, input: Path(input[0]).stem,
    log:
        "<logs>/{board}/{recipe}/{choice}-select.log",
    shell:
        "{MOAT} stage select {GIVEN} --board {wildcards.board} --candidates {params.candidates}"
        " --made {params.made} --output {output.records} 2>&1 | tee {log} >&2"
