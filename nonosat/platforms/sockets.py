"""Ports of this machine."""

from __future__ import annotations

import socket
import sys


def claim(listener: socket.socket) -> None:
    """Let a socket have a port for itself, also one that was left a moment ago."""
    if sys.platform == "win32":  # where SO_REUSEADDR would share it with anybody who asks
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
