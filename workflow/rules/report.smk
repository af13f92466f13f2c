# Plots, a table and a sheet of boards: snakemake --report report.html


rule report:
    input:
        records=[f"{selected}.npy" for selected in SELECTED],
        facts=[f"{selected}.json" for selected in SELECTED],
    output:
        boards=report(
            "<edition>/report/boards.svg",
            caption="../report/boards.rst",
            category="Boards",
            labels={"what": "boards of each kind and tier"},
        ),
        techniques=report(
            "<edition>/report/techniques.svg",
            caption="../report/techniques.rst",
            category="Difficulty",
            labels={"what": "hardest techniques"},
        ),
        tiers=report(
            "<edition>/report/tiers.svg",
            caption="../report/tiers.rst",
            category="Difficulty",
            labels={"what": "tiers"},
        ),
        yields=report(
            "<edition>/report/yields.svg",
            caption="../report/yields.rst",
            category="Yields",
            labels={"what": "candidates for one board"},
        ),
        table=report(
            "<edition>/report/yields.csv",
            caption="../report/table.rst",
            category="Yields",
            labels={"what": "table of yields"},
        ),
        dropped=report(
            "<edition>/report/dropped.svg",
            caption="../report/dropped.rst",
            category="Yields",
            labels={"what": "what became of the candidates"},
        ),
        times=report(
            "<edition>/report/times.svg",
            caption="../report/times.rst",
            category="Yields",
            labels={"what": "times"},
        ),
        twins=report(
            "<edition>/report/twins.svg",
            caption="../report/twins.rst",
            category="Boards",
            labels={"what": "near twins"},
        ),
    log:
        f"<logs>/editions/{EDITION}-report.log",
    shell:
        "moat-bank stage report {input.records} --output $(dirname {output.boards}) 2>&1"
        " | tee {log} >&2"
