# The first of all boards that are equal up to turns, mirrors and labels, over all batches so far.


def batch_files(made, candidates):
    """Records and tallies of the batches that make the first so many candidates."""
    return [
        f"{made}/batches/{batch_stem(first, number)}{ending}"
        for first, number in batch_ranges(CONFIG.generation, int(candidates))
        for ending in (".npy", ".json")
    ]


rule dedupe:
    input:
        lambda wildcards: batch_files("<made>", wildcards.candidates),
    output:
        mask="<made>/unique/{candidates}.npy",
        facts="<made>/unique/{candidates}.json",
    params:
        made=lambda wildcards, output: Path(output.mask).parents[1],
    log:
        "<logs>/{board}/{recipe}/dedupe-{candidates}.log",
    shell:
        "{MOAT} stage dedupe {GIVEN} --candidates {wildcards.candidates} --made {params.made}"
        " 2>&1 | tee {log} >&2"
