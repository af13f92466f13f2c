# The whole edition in a folder of its own, where no game looks: shards, and a manifest over them.


rule shard:
    input:
        [f"{selected}.npy" for selected in SELECTED],
    output:
        directory("<edition>/banks"),
    log:
        f"<logs>/editions/{EDITION}-shard.log",
    shell:
        "moat-bank stage shard {input} --output {output} 2>&1 | tee {log} >&2"
