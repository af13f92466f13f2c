# The published folder is nobody's output: Snakemake deletes outputs before it makes them anew, and a
# game reads this folder all the while.  So every run compares it with the verified banks, byte for
# byte, and publishes into it only where it differs.


rule publish:
    input:
        staged=rules.shard.output,
        verified=rules.verify.output,
    output:
        local(touch("<edition>/published/{number}")),
    log:
        f"<logs>/editions/{EDITION}-publish-{{number}}.log",
    shell:
        "moat-bank stage publish {input.staged} 2>&1 | tee {log} >&2"
