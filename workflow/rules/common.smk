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


def batch_files(wildcards, candidates, ending):
    """Arrays, of one ending, and tallies of the batches that make so many candidates."""
    generation = CONFIG.board(wildcards.board).generation
    return [
        f"<made>/batches/{part.stem}{each}"
        for part in batch_ranges(generation, candidates)
        for each in (ending, ".json")
    ]


def enough(wildcards):
    """Follow the plans, wave by wave, to the candidates that fill every tier."""
    candidates = str(CONFIG.board(wildcards.board).generation.pilot)
    while True:
        plan = checkpoints.plan.get(**wildcards, candidates=candidates).output[0]
        with plan.open() as file:  # fetched first, where results are in an object store
            following = json.load(file)["next"]
        if following is None:
            return candidates
        candidates = following


def chosen_from(wildcards):
    """The repeats among as many candidates as fill every tier, and the batches themselves."""
    candidates = enough(wildcards)
    repeats = [f"<made>/repeats/{candidates}{ending}" for ending in (".npy", ".json")]
    return repeats + batch_files(wildcards, candidates, ".npy")


def unpublished(wildcards):
    """What is left to publish: nothing where the folder holds the verified banks.

    Each publishing leaves a mark of its own, since an earlier one says nothing of a folder that was
    damaged or replaced after it.  Marks are where the folder is, on this machine.
    """
    manifest = checkpoints.verify.get().output.manifest
    with manifest.open():
        if is_published(Path(manifest).parent, Path(CONFIG.banks)):
            return []
    published = Path(CONFIG.results) / "editions" / EDITION / "published"
    marks = [int(mark.name) for mark in published.glob("[0-9]*")]
    return [local(f"{published}/{max(marks, default=0) + 1}")]
