# The first candidates of each kind of board: the yields that they show say how many more to make.


rule pilot:
    input:
        compiled_for,
    output:
        records="<made>/batches/0000000000-{number}.npy",
        order="<made>/batches/0000000000-{number}.keys",
        tally="<made>/batches/0000000000-{number}.json",
    log:
        "<logs>/{board}/{recipe}/pilot-{number}.log",
    shell:
        "moat-bank stage batch --board {wildcards.board} --first 0 --number {wildcards.number}"
        " --output $(dirname {output.records}) 2>&1 | tee {log} >&2"
