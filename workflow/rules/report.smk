# Plots and a contact sheet for "snakemake --report report.html".


rule report:
    input:
        records=[f"{selected}.npy" for selected in SELECTED],
        facts=[f"{selected}.json" for selected in SELECTED],
    output:
        report("<edition>/report/techniques.svg", caption="../report/techniques.rst", category="Boards"),
    log:
        f"<logs>/editions/{EDITION}-report.log",
    shell:
        "{MOAT} stage report {GIVEN} {input.records} --output $(dirname {output[0]})"
        " 2>&1 | tee {log} >&2"
