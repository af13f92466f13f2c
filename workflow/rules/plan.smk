# How many candidates next: the boards so far are chosen from, counted, and the yield of each tier
# says how many more.  A plan is named by the candidates that it has seen.


checkpoint plan:
    input:
        lambda wildcards: batch_files("<made>", wildcards.candidates),
        rules.dedupe.output,
    output:
        "<made>/{choice}/plan/{candidates}.json",
    params:
        made=lambda wildcards, output: Path(output[0]).parents[2],
    log:
        "<logs>/{board}/{recipe}/{choice}-plan-{candidates}.log",
    shell:
        "{MOAT} stage plan {GIVEN} --board {wildcards.board} --candidates {wildcards.candidates}"
        " --made {params.made} --output {output} 2>&1 | tee {log} >&2"


def enough(wildcards):
    """Follow the plans, wave by wave, to the number of candidates that fills every tier."""
    candidates = CONFIG.generation.pilot
    while True:
        plan = checkpoints.plan.get(**wildcards, candidates=candidates).output[0]
        following = json.loads(Path(plan).read_text())["next"]
        if following is None:
            return candidates
        candidates = following
