# Candidates, all tiers at once: the first of each kind of board, whose yields say how many more to
# make; later ones, seconds of work for each job; and those aimed at one tier.


rule batch:
    input:
        compiled_for,
    output:
        records="<folder>/batches/{batch}.npy",
        order="<folder>/batches/{batch}.keys",
        tally="<folder>/batches/{batch}.json",
    log:
        "<logs>/{board}/{recipe}/batch-{batch}.log",
    shell:
        "moat-bank stage batch --board {wildcards.board} --batch {wildcards.batch}"
        " --output $(dirname {output.records}) 2>&1 | tee {log} >&2"
