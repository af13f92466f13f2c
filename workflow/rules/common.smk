# Names of files that several stages share, and the functions that follow the checkpoints.

RECIPE = {
    board.name: recipe_name(CONFIG, board, ENGINES[board.family])
    for board in CONFIG.boards
}
CHOICE = {board.name: choice_name(board) for board in CONFIG.boards}
EDITION = edition_name(CONFIG, ENGINES)

SELECTED = [
    f"<results>/boards/{name}/{RECIPE[name]}/{CHOICE[name]}/selected"
    for name in (board.name for board in CONFIG.boards)
]


def compiled_for(wildcards):
    """The parts of compiled code that a batch needs."""
    board = CONFIG.board(wildcards.board)
    engine = ENGINES[board.family]
    spec = replace(board.spec, aim=range_of(wildcards.batch).aim)
    folder = f"<results>/compiled/{board.family}/{engine.fingerprint}"
    return [f"{folder}/{part}.json" for part in engine.parts(spec)]


def batch_files(wildcards, counts, ending):
    """Arrays, of one ending, and tallies of the batches that make so many candidates."""
    generation = CONFIG.board(wildcards.board).generation
    return [
        f"<folder>/batches/{part.name}{each}"
        for part in batch_ranges(generation, counts)
        for each in (ending, ".json")
    ]


def chosen_in_the_end(wildcards):
    """The choice that fills every tier, which the choices before it lead to, and the repeats."""
    counts = str(CONFIG.board(wildcards.board).generation.pilot)
    while True:
        chosen = checkpoints.choose.get(**wildcards, counts=counts).output
        # Fetched first, where results are in an object store.
        with chosen.facts.open() as file:
            following = json.load(file)["next"]
        if following is None:
            folders = ["<folder>/{choice}/chosen", "<folder>/repeats"]
            return [
                f"{folder}/{counts}{end}"
                for folder in folders
                for end in (".npy", ".json")
            ]
        counts = following


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
