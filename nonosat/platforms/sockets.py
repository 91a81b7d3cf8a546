"""Ports of this machine."""

import socket
import sys


def claim_port(listener: socket.socket) -> None:
    """Reserve the port of a socket, even if it was in use a moment ago."""
    if sys.platform == "win32":  # there SO_REUSEADDR would share the port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
