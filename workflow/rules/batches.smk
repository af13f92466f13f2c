# All later candidates: seconds of work for each job, all tiers at once; and those aimed at one tier.


rule batch:
    input:
        compiled_for,
    output:
        records="<made>/batches/{first}-{number}.npy",
        order="<made>/batches/{first}-{number}.keys",
        tally="<made>/batches/{first}-{number}.json",
    log:
        "<logs>/{board}/{recipe}/batch-{first}-{number}.log",
    wildcard_constraints:
        first=r"\d*[1-9]\d*",
    params:
        first=lambda wildcards: int(wildcards.first),
    shell:
        "moat-bank stage batch --board {wildcards.board}"
        " --first {params.first} --number {wildcards.number}"
        " --output $(dirname {output.records}) 2>&1 | tee {log} >&2"


rule aimed:
    input:
        compiled_for,
    output:
        records="<made>/batches/{aim}-{first}-{number}.npy",
        order="<made>/batches/{aim}-{first}-{number}.keys",
        tally="<made>/batches/{aim}-{first}-{number}.json",
    log:
        "<logs>/{board}/{recipe}/batch-{aim}-{first}-{number}.log",
    params:
        first=lambda wildcards: int(wildcards.first),
    shell:
        "moat-bank stage batch --board {wildcards.board} --aim {wildcards.aim}"
        " --first {params.first} --number {wildcards.number}"
        " --output $(dirname {output.records}) 2>&1 | tee {log} >&2"
