"""Connects to a scheduler on another machine: its address, certificates, and a first test."""

import http.client
import os
import re
import socket
import ssl
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from nonosat.advice import Advice
from nonosat.errors import ClusterLost, InputError, UsageError

CONNECT = 10.0
"""Seconds to wait for the scheduler to answer."""
ADDRESS = re.compile(r"local|((tcp|tls)://)?[^/:\s]+:[0-9]+/?|(tcp|tls)://\[[^]]+\]:[0-9]+")
"""Dask has other protocols. `check_answers` cannot test them, and some end in a traceback."""


def check_safe(address: str) -> None:
    """Refuse an unencrypted address on another machine."""
    host = re.sub(r"^tcp://", "", address).rstrip("/").rpartition(":")[0].strip("[]")
    if address == "local" or address.startswith("tls://"):
        return
    if host not in ("localhost", "::1") and not re.fullmatch(r"127(\.[0-9]{1,3}){3}", host):
        raise UsageError(
            f"cluster {address}: anyone on the network can run code on both machines",
            advice=Advice("tls"),
        )


def security(distributed: Any, address: str, files: Sequence[str] | None) -> Any:
    """Return the `distributed.Security` for an address.

    Args:
        files: authority, our certificate and its key; None means those of Dask's configuration.
    """
    encrypted = address.startswith("tls://")
    if files is None:
        found = distributed.Security()
    elif encrypted:
        for name in files:
            if not os.path.isfile(name):
                raise InputError(f"{name}: there is no such file")
        authority, certificate, key = files
        found = distributed.Security(
            require_encryption=True,
            tls_ca_file=authority,
            tls_client_cert=certificate,
            tls_client_key=key,
        )
    else:
        raise UsageError(f"cluster {address}: certificates need an address with tls://")
    if encrypted and _context(found, files) is None:
        what = f"cluster {address}: no certificates are known"
        raise UsageError(what, advice=Advice("certificates"))
    return found


def _context(found: Any, files: Sequence[str] | None) -> ssl.SSLContext | None:
    try:
        context: ssl.SSLContext | None = found.get_connection_args("client").get("ssl_context")
    except (OSError, ValueError) as err:  # an SSLError is an OSError
        names = ",".join(files or ["Dask's configuration"])
        raise UsageError(
            f"{names}: expected an authority, a certificate, and the key of the certificate ({err})"
        ) from err
    return context


def check_answers(address: str, found: Any) -> None:
    """Check that a scheduler answers and accepts our certificate, for better messages than those of Dask."""
    match = re.fullmatch(r"(?:(tcp|tls)://)?\[?([^/]+?)\]?:([0-9]+)/?", address)
    assert match is not None  # see `ADDRESS`
    protocol, host, port = match.groups()
    try:
        with socket.create_connection((host, int(port)), CONNECT) as plain:
            stream: socket.socket = plain
            if protocol == "tls":
                context = _context(found, None)
                assert context is not None
                stream = context.wrap_socket(plain, server_hostname=host)
            with stream:
                # Both sides of Dask begin with a greeting. A refusal of our certificate also arrives here.
                if not stream.recv(1):
                    raise ConnectionError("it closes the connection")
    except ssl.SSLError as err:
        if "WRONG_VERSION" in str(err) or "HTTP_REQUEST" in str(err):
            raise ClusterLost(f"no scheduler answers at {address}: it does not speak TLS") from err
        raise UsageError(
            f"the certificate does not match the one of {address}: "
            f"both must come from the authority in CA ({err.reason or err})"
        ) from err
    except (OSError, OverflowError) as err:
        advice = None if protocol == "tls" else Advice("tls scheduler")
        what = "no reply" if isinstance(err, TimeoutError) else err
        raise ClusterLost(f"no scheduler answers at {address}: {what}", advice=advice) from err


def has_open_page(address: str, port: int) -> bool:
    """Return True if the scheduler serves unencrypted pages at this port."""
    host = re.sub(r"^\w+://", "", address).rstrip("/").rpartition(":")[0].strip("[]")
    with suppress(OSError, http.client.HTTPException):
        connection = http.client.HTTPConnection(host, port, timeout=2)
        connection.request("GET", "/info/main/workers.html")
        return connection.getresponse().status == 200
    return False
