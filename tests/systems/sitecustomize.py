"""Found on PYTHONPATH by each Python that a test starts: nonosat sees macOS, all other packages Linux.

What macOS does in place of Linux is made of what POSIX has, so it runs here in full.
"""

import builtins
import ctypes
import os
import resource
import sys
import types


class SkipFile(types.ModuleType):
    """A module without some of its names, and with others instead."""

    def __init__(self, real, *without, **instead):
        super().__init__(real.__name__)
        self.__dict__.update(_real=real, _without=without, **instead)

    def __getattr__(self, name):
        if name in self._without:
            raise AttributeError(f"module {self.__name__!r} of this system has no {name!r}")
        return getattr(self._real, name)

    def __setattr__(self, name, value):
        setattr(self._real, name, value)


MODULES = {
    "sys": SkipFile(sys, platform="darwin"),
    "os": SkipFile(os, "sched_getaffinity"),
    "ctypes": SkipFile(ctypes, "CDLL"),
    "resource": SkipFile(resource, "setrlimit", "RLIMIT_DATA", "prlimit"),
}
real_import = builtins.__import__


def importing(name, namespace=None, locals=None, fromlist=(), level=0):
    if name in MODULES and str((namespace or {}).get("__name__")).startswith("nonosat"):
        return MODULES[name]
    return real_import(name, namespace, locals, fromlist, level)


builtins.__import__ = importing
