# All later candidates: seconds of work for each job, all tiers at once.


rule batch:
    input:
        ancient(compiled_for),
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
