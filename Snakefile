# Banks of proved and rated boards, from config.yaml:  snakemake --cores 2 all
# or from another game's config:                       snakemake --cores 2 all --configfile games/x.yaml
#
#   compile -> batch -> dedupe -> choose -> batch -> dedupe -> choose -> ... -> select    each kind of board
#   select -> shard -> verify -> publish, and the report                                  all together
#
# Rules only name files and call the package; what a stage does is in moat_bank.build.  Folders of
# results are named by a digest of all that their content depends on (moat_bank.build.names), so no
# file is ever out of date and what was made once is never made again.  Where the config steers to
# tiers, batches aim at them as choices ask for it.
import json
import shlex
import sys
from dataclasses import replace
from pathlib import Path

from snakemake.utils import min_version

from moat_bank.build.counts import batch_ranges, range_of
from moat_bank.build.names import choice_name, edition_name, recipe_name
from moat_bank.build.publish import is_published
from moat_bank.build.config import load_config
from moat_bank.errors import KILLED, MoatError
from moat_bank.families.registry import engine
from moat_bank.files import check_writable, end_future

min_version("9.14")

# The config is read here and not by "configfile:", which lets the last of two equal keys win and
# fills what another file leaves out from the first.
FILES = [str(path) for path in workflow.config_settings.configfiles] or ["config.yaml"]
CHANGES = dict(workflow.config_settings.config)
try:
    if len(FILES) > 1:
        raise MoatError("--configfile: name one file; several are not merged")
    CONFIG = load_config(FILES[0], CHANGES)
    for folder in (".", CONFIG.results):
        check_writable(Path(folder))
    end_future(Path(CONFIG.results))
    ENGINES = {family: engine(family) for family in CONFIG.families}
    for board in CONFIG.boards:
        ENGINES[board.family].check(board.spec)
except MoatError as error:
    sys.exit(f"moat-bank: {error}")

# Stages run in the Python that reads this file, whatever is first on the path, and with its config.
PYTHON = shlex.quote(sys.executable)
GIVEN = ["--config", FILES[0]]
for key, value in CHANGES.items():
    GIVEN += ["--set", f"{key}={json.dumps(value)}"]
COMMAND = (
    "set -euo pipefail; moat-bank() { local status=0; case $1 in "
    f'stage) {PYTHON} -m moat_bank stage "$2" {shlex.join(GIVEN)} "${{@:3}}";; '
    f'*) {PYTHON} -m moat_bank "$@";; esac || status=$?; '
    f"case $status in 134|137|139) echo {shlex.quote(f'moat-bank: {KILLED}')} >&2;; esac; "
    "return $status; }; "
)
shell.prefix(COMMAND.replace("{", "{{").replace("}", "}}"))


include: "workflow/rules/common.smk"


pathvars:
    results=CONFIG.results,
    logs=f"{CONFIG.results}/logs",
    folder="<results>/boards/{board}/{recipe}",
    edition=f"<results>/editions/{EDITION}",


wildcard_constraints:
    board=r"[a-z0-9_]+-[a-z0-9-]+",
    recipe=r"[0-9a-f]+",
    choice=r"[0-9a-f]+",
    counts=r"\d+(-[a-z_]+\d+)*",
    batch=r"([a-z_]+-)?\d+-\d+",
    family=r"[a-z0-9_]+",
    fingerprint=r"[a-z0-9.-]+",
    part=r"[a-z0-9-]+",
    number=r"\d+",


localrules:
    all,
    publish,


report: "workflow/report/workflow.rst"


include: "workflow/rules/compile.smk"
include: "workflow/rules/batch.smk"
include: "workflow/rules/dedupe.smk"
include: "workflow/rules/choose.smk"
include: "workflow/rules/select.smk"
include: "workflow/rules/shard.smk"
include: "workflow/rules/verify.smk"
include: "workflow/rules/publish.smk"
include: "workflow/rules/report.smk"


rule all:
    default_target: True
    input:
        rules.verify.output,
        unpublished,
        rules.report.output,
