# The whole edition in a folder of its own, where no game looks: shards, and a manifest over them.

SELECTED = [
    f"<results>/boards/{board.name}/{RECIPE[board.name]}/{CHOICE[board.name]}/selected"
    for board in CONFIG.boards
]


rule shard:
    input:
        [f"{selected}.npy" for selected in SELECTED],
    output:
        "<edition>/banks/manifest.json",
    log:
        f"<logs>/editions/{EDITION}-shard.log",
    shell:
        "{MOAT} stage shard {GIVEN} {input} --output $(dirname {output}) 2>&1 | tee {log} >&2"
