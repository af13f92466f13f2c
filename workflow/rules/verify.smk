# Every board proved again, from the files alone, before any game can see them.  The manifest then
# stands apart, too: by it a run sees whether the banks are published, without fetching them.


checkpoint verify:
    input:
        rules.shard.output,
    output:
        manifest="<edition>/manifest.json",
        report="<edition>/verified.txt",
    log:
        f"<logs>/editions/{EDITION}-verify.log",
    threads: workflow.cores or 1
    shell:
        "{{ moat-bank verify {input} --jobs {threads} --rebuild 100 | tee {output.report}"
        " && cp {input}/manifest.json {output.manifest}; }} 2>&1 | tee {log} >&2"
