# Every board proved again, from the files alone, before any game can see them.


checkpoint verify:
    input:
        rules.shard.output,
    output:
        "<edition>/verified.txt",
    log:
        f"<logs>/editions/{EDITION}-verify.log",
    threads: workflow.cores or 1
    shell:
        "{{ moat-bank verify $(dirname {input}) --jobs {threads} --rebuild 100 | tee {output}; }} 2>&1"
        " | tee {log} >&2"
