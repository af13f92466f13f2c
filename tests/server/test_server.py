"""The example of a server: what its OpenAPI promises holds for anything that is sent to it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from moat_bank.bundle import Shape, bundle
from moat_bank.runtime import Banks
from tests.families.toy import lonesum
from tests.runtime.bank_fixture import write_bank, write_two_families
from tests.whole import examples

pytest.importorskip("fastapi", reason="the server needs fastapi: pip install -e '.[server]'")
schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")

from fastapi.testclient import TestClient  # noqa: E402
from schemathesis import GenerationMode  # noqa: E402

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def make_app():
    """The example's own factory, imported as uvicorn does."""
    sys.path.insert(0, str(ROOT / "examples/server"))
    try:
        from app import make_app
    finally:
        sys.path.pop(0)
    return make_app


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("banks")
    write_bank(made)
    return made


@pytest.fixture(scope="module")
def banks(folder):
    return Banks(folder)


@pytest.fixture(scope="module")
def client(make_app, banks):
    return TestClient(make_app(banks), raise_server_exceptions=False)


@pytest.fixture(scope="module")
def api(make_app, banks):
    return schemathesis.openapi.from_asgi("/openapi.json", make_app(banks))


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize("path", ["/level/{n}", "/daily/{date}", "/event/{name}/{n}", "/claim"])
def test_anything_that_is_sent(api, path, mode):
    operation = api[path]["POST" if path == "/claim" else "GET"]

    @settings(
        max_examples=examples(100, 30), deadline=None, suppress_health_check=list(HealthCheck)
    )
    @given(operation.as_strategy(generation_mode=mode))
    def send(case):
        case.call_and_validate()

    send()


def claim(client, **body):
    return client.post("/claim", json=body)


def send(client, content):
    return client.post("/claim", content=content, headers={"Content-Type": "application/json"})


def right(level):
    rows = [row if isinstance(row, list) else [row] for row in level.solution]
    return [[r, c] for r, row in enumerate(rows) for c in row]


def test_boards_are_those_of_the_runtime_without_their_solutions(client, banks):
    asked = [(f"/level/{n}", banks.level(n)) for n in (1, 11, 25, 2**53)]
    asked += [("/daily/2026-03-01", banks.daily("2026-03-01"))]
    asked += [("/event/spring time/3", banks.event("spring time", 3))]
    for path, level in asked:
        answer = client.get(path)
        assert answer.status_code == 200, path
        board = answer.json()
        assert answer.headers["cache-control"] == "public, max-age=86400"
        assert list(board.items()) == [
            ("number", level.number), ("family", "stars"), ("tier", level.tier),
            ("edition", level.edition), ("size", level.size), ("stars", level.stars),
            ("regionMap", level.region_map),
        ]  # fmt: skip
        first = dict.fromkeys(cell for row in board["regionMap"] for cell in row)
        assert list(first) == list(range(level.size))


def test_claims(client, banks):
    for which, level in (
        ({"level": 25}, banks.level(25)),
        ({"date": "2026-03-01"}, banks.daily("2026-03-01")),
        ({"event": "spring", "number": 3}, banks.event("spring", 3)),
    ):
        assert claim(client, **which, stars=right(level)).json() == {"valid": True, "broken": None}
        wrong = claim(client, **which, stars=right(level)[:-1])
        assert (wrong.status_code, wrong.json()) == (200, {"valid": False, "broken": "count"})
        for stars in (None, "all", {"0": 1}, [[0.0, 1]], [[True, 0]]):
            assert claim(client, **which, stars=stars).json()["broken"] == "malformed"


@pytest.mark.parametrize(
    "body",
    [
        {"stars": []},
        {"level": 1},
        {"level": 0, "stars": []},
        {"level": 2**53 + 1, "stars": []},
        {"level": "1", "stars": []},
        {"level": 1.5, "stars": []},
        {"level": True, "stars": []},
        {"level": 1, "date": "2026-03-01", "stars": []},
        {"level": 1, "number": 3, "stars": []},
        {"event": "spring", "stars": []},
        {"event": "", "number": 1, "stars": []},
        {"event": "é" * 200, "number": 1, "stars": []},
        {"number": 3, "stars": []},
        {"date": "2026-02-29", "stars": []},
        {"date": "2026-03-01T00:00", "stars": []},
        {"level": 1, "stars": [], "solution": []},
        [],
        7,
    ],
)
def test_claims_that_are_none(client, body):
    assert client.post("/claim", json=body).status_code == 422


@pytest.mark.parametrize(
    "path", ["/level/0", "/level/x", "/level/9007199254740993", "/level/1.5", "/daily/2026-02-29",
             "/daily/2026-03-01T00:00", "/event/spring/0", f"/event/{'é' * 200}/1"],
)  # fmt: skip
def test_boards_that_there_are_not(client, path):
    answer = client.get(path)
    assert answer.status_code == 422
    assert answer.json()["detail"]


def test_bodies_have_a_limit(client):
    most = 16 * 1024
    start, end = b'{"level": 1, "stars": "', b'"}'
    filled = start + b"a" * (most - len(start) - len(end)) + end
    assert send(client, filled).json()["broken"] == "malformed"
    assert send(client, filled + b" ").status_code == 413

    def pieces():  # no length is told in advance
        for _ in range(1000):
            yield b" " * 1000

    assert send(client, pieces()).status_code == 413
    deep = b'{"level": 1, "stars": ' + b"[" * 8000 + b"]" * 8000 + b"}"
    assert send(client, deep).status_code in (200, 400, 422)
    assert send(client, b"[").status_code == 422
    assert send(client, b"\xff\xfe").status_code in (400, 422)


def test_boards_of_two_families(make_app, tmp_path):
    with lonesum():
        write_two_families(tmp_path)
        banks = Banks(tmp_path)
        client = TestClient(make_app(banks))
        for n in (1, 5):
            level, board = banks.level(n), client.get(f"/level/{n}").json()
            assert board["family"] == level.family == ("stars", "lonesum")[n == 5]
            assert board == {key: board[key] for key in ("number", "family", "tier", "edition")} | {
                **level.kind.values, **level.puzzle,
            }  # fmt: skip


@pytest.mark.parametrize("solutions", [True, False])
def test_a_bundle_serves_as_well(make_app, client, folder, tmp_path, solutions):
    pytest.importorskip("brotli", reason="a bundle needs brotli: pip install -e '.[bundle]'")
    bundle(folder, tmp_path, Shape(solutions=solutions))
    other = TestClient(make_app(Banks(tmp_path)))
    for path in [*(f"/level/{n}" for n in range(1, 60)), "/daily/2026-03-01", "/event/spring/2"]:
        assert other.get(path).json() == client.get(path).json()
    stars = right(Banks(folder).level(25))
    assert claim(other, level=25, stars=stars).json() == {"valid": True, "broken": None}


def test_banks_without_days_and_events(make_app, tmp_path):
    write_bank(tmp_path, [("levels", 5, 1, "easy", 3)], [(1, 5, 1)], ("easy",))
    bare = TestClient(make_app(Banks(tmp_path)))
    assert bare.get("/level/1").status_code == 200
    for path in ("/daily/2026-03-01", "/event/spring/1"):
        assert bare.get(path).status_code == 404
    assert claim(bare, date="2026-03-01", stars=[]).status_code == 404
    assert claim(bare, event="spring", number=1, stars=[]).status_code == 404


def test_damage_is_logged_and_not_told(make_app, tmp_path, caplog):
    manifest = write_bank(tmp_path)
    (tmp_path / manifest["banks"][0]["shards"][0]["file"]).write_bytes(b"{}")
    client = TestClient(make_app(Banks(tmp_path)), raise_server_exceptions=False)
    answer = client.get("/level/1")
    assert (answer.status_code, answer.json()) == (500, {"detail": "the banks are damaged"})
    assert str(tmp_path) in caplog.text
    assert str(tmp_path) not in answer.text


def test_the_contract_is_published(client):
    paths = client.get("/openapi.json").json()["paths"]
    assert set(paths) == {"/level/{n}", "/daily/{date}", "/event/{name}/{n}", "/claim"}
    assert "413" in paths["/claim"]["post"]["responses"]
    json.dumps(paths)


def test_the_factory_reads_its_folder_from_the_environment(make_app, folder, monkeypatch):
    from_environment = sys.modules[make_app.__module__].from_environment
    monkeypatch.setenv("MOAT_BANKS", str(folder))
    assert TestClient(from_environment()).get("/level/1").status_code == 200
