"""Faults at exact points, in every Python that finds this folder on its path.

Steps of all processes together go to the file that ``MOAT_FAULT_STEPS`` names, a line each.  At
step ``MOAT_FAULT_AT`` of kind ``MOAT_FAULT_KIND`` (of any, if empty) the whole process group is
killed, or with ``MOAT_FAULT_ALONE`` the process; with ``MOAT_FAULT_ERROR``, a number of the system,
that step fails with it instead.  The kinds: ``write`` half of a temporary file is written,
``fsync`` a file is to be synced, ``replace`` it is to be renamed, ``replaced`` it was, ``unlink`` a
file is to be deleted, ``kernel`` a kernel runs.
"""

import builtins
import importlib.abc
import importlib.util
import os
import signal
import sys
import threading

LINE = 16
FAMILY = "moat_bank.families.stars.engine.family"
IN_KERNEL = 0.001  # seconds; kernels let other threads run

steps, at = os.environ.get("MOAT_FAULT_STEPS"), int(os.environ.get("MOAT_FAULT_AT", "0"))
kind = os.environ.get("MOAT_FAULT_KIND", "")
error = int(os.environ.get("MOAT_FAULT_ERROR", "0"))


def due(name):
    """Note a step; whether it is the one at which the fault is due."""
    handle = os.open(steps, os.O_RDWR | os.O_APPEND | os.O_CREAT)
    os.write(handle, f"{name:<{LINE - 1}}\n".encode())
    before = os.pread(handle, os.lseek(handle, 0, os.SEEK_CUR), 0).decode().split()
    os.close(handle)
    return name == (kind or name) and (before.count(kind) if kind else len(before)) == at


def strike():
    if error:
        raise OSError(error, os.strerror(error))
    if os.environ.get("MOAT_FAULT_ALONE"):
        os.kill(os.getpid(), signal.SIGKILL)
    if os.getpgrp() == int(os.environ["MOAT_FAULT_SPARE"]):
        raise RuntimeError("this is the process group of the tests")
    os.killpg(0, signal.SIGKILL)
    signal.pause()


class Written:
    """A file opened for writing, whose writes may end in the middle."""

    def __init__(self, file):
        self.file = file

    def __enter__(self):
        return self

    def __exit__(self, *how):
        self.file.close()

    def __getattr__(self, name):
        return getattr(self.file, name)

    def write(self, data):
        if due("write"):
            self.file.write(data[: len(data) // 2])
            self.file.flush()
            strike()
        return self.file.write(data)


def watch():
    open_, fsync, replace, unlink = builtins.open, os.fsync, os.replace, os.unlink

    def opened(file, mode="r", *args, **more):
        found = open_(file, mode, *args, **more)
        return Written(found) if mode in ("wb", "xb") and ".tmp" in str(file) else found

    def synced(handle):
        if due("fsync"):
            strike()
        fsync(handle)

    def replaced(*args, **more):
        if due("replace"):
            strike()
        replace(*args, **more)
        if not error and due("replaced"):
            strike()

    def unlinked(*args, **more):
        if not error and due("unlink"):
            strike()
        unlink(*args, **more)

    builtins.open, os.fsync, os.replace, os.unlink = opened, synced, replaced, unlinked
    sys.meta_path.insert(0, Kernels())


class Kernels(importlib.abc.MetaPathFinder):
    """Watches the call that makes a batch, when its module is loaded."""

    def find_spec(self, name, path, target=None):
        if name != FAMILY:
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        load = spec.loader.exec_module

        def exec_module(module):
            load(module)
            family = module.Stars
            generate = family.generate

            def generated(*args, **more):
                if not error and due("kernel"):
                    threading.Timer(IN_KERNEL, strike).start()
                return generate(*args, **more)

            family.generate = generated

        spec.loader.exec_module = exec_module
        return spec


if steps:
    watch()
