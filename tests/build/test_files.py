from __future__ import annotations

import os
import stat
from pathlib import Path

import numpy as np
import pytest

from moat_bank import files
from moat_bank.errors import MoatError


def test_a_file_is_written_with_its_folders_and_nothing_beside_it(tmp_path):
    path = tmp_path / "a" / "b" / "x.json"
    files.write_atomic(path, b"one")
    files.write_atomic(path, b"two")
    assert path.read_bytes() == b"two"
    assert os.listdir(path.parent) == ["x.json"]
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~mask


@pytest.mark.parametrize("call", ["fsync", "replace"])
@pytest.mark.parametrize("failure", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_write_that_fails_leaves_the_old_file(tmp_path, monkeypatch, call, failure):
    path = tmp_path / "x.json"
    files.write_atomic(path, b"old")

    def fail(*_):
        raise failure

    monkeypatch.setattr(files.os, call, fail)
    with pytest.raises(type(failure)) as caught:
        files.write_atomic(path, b"new")
    if isinstance(failure, OSError):
        assert caught.value.filename == str(path)
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["x.json"]


def test_the_bytes_are_synced_before_the_name_is_given(tmp_path, monkeypatch):
    calls = []
    for name in ("fsync", "replace"):
        real = getattr(os, name)
        monkeypatch.setattr(
            files.os, name, lambda *a, real=real, name=name: (calls.append(name), real(*a))[1]
        )
    files.write_atomic(tmp_path / "x", b"1")
    assert calls == ["fsync", "replace", "fsync"]  # the file, the name, the folder
    calls.clear()
    files.write_atomic(tmp_path / "x", b"1", sync=False)
    assert calls == ["replace"]


def test_json_and_arrays_come_back(tmp_path):
    files.write_json(tmp_path / "x.json", {"b": [1, 2], "a": None})
    assert (tmp_path / "x.json").read_text().endswith("}\n")
    assert list(files.read_json(tmp_path / "x.json")) == ["b", "a"]
    for array in (np.arange(5, dtype=np.uint64), np.zeros(0, np.bool_)):
        files.write_array(tmp_path / "x.npy", array)
        back = files.read_array(tmp_path / "x.npy")
        assert back.dtype == array.dtype
        assert back.tolist() == array.tolist()


def test_an_array_written_in_blocks_is_the_same_file(tmp_path):
    array = np.zeros((4, 15), [("a", "<u2"), ("b", "u1", (3,))])
    array["a"] = np.arange(60).reshape(4, 15)
    files.write_array(tmp_path / "whole", array)
    np.save(tmp_path / "plain.npy", array)
    blocks = (row[some] for row in array for some in (slice(0, 7), slice(7, 7), slice(7, 15)))
    files.write_blocks(tmp_path / "blocks", array.dtype, array.shape, blocks)
    whole = (tmp_path / "plain.npy").read_bytes()
    assert (tmp_path / "whole").read_bytes() == (tmp_path / "blocks").read_bytes() == whole

    def broken():
        yield array[0]
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        files.write_blocks(tmp_path / "new", array.dtype, array.shape, broken())
    assert sorted(os.listdir(tmp_path)) == ["blocks", "plain.npy", "whole"]


@pytest.mark.skipif(not Path("/proc/self/smaps").exists(), reason="only Linux tells")
def test_pages_are_let_go_and_read_again(tmp_path):
    files.write_array(tmp_path / "x", np.arange(200_000))
    array = files.read_array(tmp_path / "x")

    def resident() -> int:
        """KiB in memory of the mapped file."""
        _, _, after = Path("/proc/self/smaps").read_text().partition(str(tmp_path / "x"))
        return int(after.partition("Rss:")[2].split()[0])

    assert array.sum() == 199_999 * 100_000
    assert resident() > 1000
    files.forget_pages(array)
    assert resident() == 0
    assert array.sum() == 199_999 * 100_000
    files.forget_pages(np.arange(3))


def test_damaged_files_are_named(tmp_path):
    path = tmp_path / "x"
    for read in (files.read_json, files.read_array):
        with pytest.raises(MoatError, match=f"{path}: cannot be read: No such file"):
            read(path)
    files.write_array(path, np.arange(1000))
    whole = path.read_bytes()
    for damage in (b"", b"{", whole[:50], whole[:-8], b"\x93NUMPY"):
        path.write_bytes(damage)
        for read in (files.read_json, files.read_array):
            with pytest.raises(MoatError) as caught:
                read(path)
            assert str(caught.value).startswith(f"{path}: ")
            assert "\n" not in str(caught.value)


def test_a_link_stays_and_its_file_is_replaced(tmp_path):
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_bytes(b"old")
    link.symlink_to(real)
    files.write_atomic(link, b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"


def test_what_is_no_plain_file_is_written_to_and_never_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        files.write_atomic(pipe, b"through")
        assert os.read(reader, 99) == b"through"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert os.listdir(tmp_path) == ["pipe"]


def test_a_folder_in_the_place_of_a_file_is_an_error(tmp_path):
    with pytest.raises(IsADirectoryError):
        files.write_atomic(tmp_path, b"1")
