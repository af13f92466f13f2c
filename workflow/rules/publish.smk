# The published folder is nobody's output: Snakemake deletes outputs before it makes them anew, and a
# game reads this folder all the while.  So every run compares it with the verified banks, byte for
# byte, and publishes into it only where it differs.


def unpublished(wildcards):
    """What is left to publish: nothing where the folder holds the verified banks.

    Each publishing leaves a mark of its own, since an earlier one says nothing of a folder that was
    damaged or replaced after it.
    """
    checkpoints.verify.get()
    edition = Path(CONFIG.results) / "editions" / EDITION
    if is_published(edition / "banks", Path(CONFIG.banks)):
        return []
    marks = [int(mark.name) for mark in (edition / "published").glob("[0-9]*")]
    return [f"<edition>/published/{max(marks, default=0) + 1}"]


rule publish:
    input:
        staged=rules.shard.output,
        verified=rules.verify.output,
    output:
        touch("<edition>/published/{number}"),
    params:
        target=shlex.quote(CONFIG.banks),
    log:
        f"<logs>/editions/{EDITION}-publish-{{number}}.log",
    shell:
        "{MOAT} stage publish $(dirname {input.staged}) {params.target} 2>&1 | tee {log} >&2"
