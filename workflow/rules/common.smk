# Names of files that several stages share, and the functions that follow the checkpoints.

RECIPE = {board.name: recipe_name(CONFIG, board, FAMILY) for board in CONFIG.boards}
CHOICE = {board.name: choice_name(CONFIG, board) for board in CONFIG.boards}
EDITION = edition_name(CONFIG, FAMILY)

SELECTED = [
    f"<results>/boards/{name}/{RECIPE[name]}/{CHOICE[name]}/selected"
    for name in (board.name for board in CONFIG.boards)
]


def compiled_for(wildcards):
    """The parts of compiled code that the candidates of a kind of board need."""
    spec = replace(CONFIG.board(wildcards.board).spec, aim=wildcards.get("aim", ""))
    parts = FAMILY.parts(spec)
    return [f"<results>/compiled/{FAMILY.fingerprint}/{part}.json" for part in parts]


def batch_files(made, board, candidates):
    """Records and tallies of the batches that make so many candidates."""
    return [
        f"{made}/batches/{part.stem}{ending}"
        for part in batch_ranges(CONFIG.board(board).generation, candidates)
        for ending in (".npy", ".json")
    ]


def enough(wildcards):
    """Follow the plans, wave by wave, to the candidates that fill every tier."""
    candidates = str(CONFIG.board(wildcards.board).generation.pilot)
    while True:
        plan = checkpoints.plan.get(**wildcards, candidates=candidates).output[0]
        following = json.loads(Path(plan).read_text())["next"]
        if following is None:
            return candidates
        candidates = following


def chosen_from(wildcards):
    """The mask over as many candidates as fill every tier, and the batches under it."""
    candidates = enough(wildcards)
    masks = [f"<made>/unique/{candidates}{ending}" for ending in (".npy", ".json")]
    return masks + batch_files("<made>", wildcards.board, candidates)


def unpublished(wildcards):
    """What is left to publish: nothing where the folder holds the verified banks.

    Each publishing leaves a mark of its own, since an earlier one says nothing of a folder that was
    damaged or replaced after it.
    """
    checkpoints.verify.get()
    edition = Path(CONFIG.results) / "editions" / EDITION
    if is_published(edition / "banks", Path(CONFIG.banks)):
        return []
    marks = [int(mark.name) for mark in (edition / "published").glob("[0-9]*")]
    return [f"<edition>/published/{max(marks, default=0) + 1}"]
