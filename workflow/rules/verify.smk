# Every board proved again, from the files alone, before any game can see them.


checkpoint verify:
    input:
        rules.shard.output,
    output:
        "<edition>/verified.json",
    log:
        f"<logs>/editions/{EDITION}-verify.log",
    shell:
        "{{ {MOAT} verify $(dirname {input}) > {output}; }} 2>&1 | tee {log} >&2"
