"""A real Dask scheduler and real workers, killed, cut off, too old, and without nonosat."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("distributed")

from command import python, wait_for
from conftest import PACKAGE, without_files
from puzzle_collections import (
    MIXED,
    SLOW_ONES,
    check,
    collection,
    environment,
    linux,
    rows_of,
    size_of,
    started,
    unvarying,
)

import nonosat
from nonosat.errors import ClusterLost, UsageError
from nonosat.run import cluster as cluster_module
from nonosat.run import reach

pytestmark = pytest.mark.slow


def dask(folder: Path, *args: str, **env: str) -> subprocess.Popen[str]:
    with (folder / f"{args[0]}.log").open("a") as log:
        return subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_" + args[0], *args[1:]],
            cwd=folder, env=environment(**env), stdout=log, stderr=log, text=True,
        )  # fmt: skip


class Cluster:
    """A scheduler and workers, as processes of their own."""

    def __init__(self, folder: Path, allowed_failures: int = 0) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[str]] = []
        file = folder / "scheduler.json"
        self.scheduler = self._start(
            "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
            "--scheduler-file", str(file),
            DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES=str(allowed_failures),
        )  # fmt: skip
        wait_for(lambda: file.exists() and file.read_text().endswith("}"))
        self.address: str = json.loads(file.read_text())["address"]

    def _start(self, *args: str, **env: str) -> subprocess.Popen[str]:
        process = dask(self.folder, *args, **env)
        self.processes.append(process)
        return process

    def worker(self, *, nanny: bool = True, **env: str) -> subprocess.Popen[str]:
        return self._start(
            "worker", self.address, "--nthreads", "1", "--no-dashboard",
            "--nanny" if nanny else "--no-nanny", **env,
        )  # fmt: skip

    def wait_for_workers(self, count: int) -> None:
        """Wait until so many have ever registered."""
        log = self.folder / "worker.log"
        wait_for(lambda: count == 0 or log.read_text().count("Registered to:") >= count)

    def close(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()


@contextmanager
def cluster(folder: Path, workers: int = 2, **settings: int) -> Iterator[Cluster]:
    there = Cluster(folder, **settings)
    try:
        for _ in range(workers):
            there.worker()
        there.wait_for_workers(workers)
        yield there
    finally:
        there.close()


@pytest.mark.night
@linux
def test_the_scheduler_is_lost_and_another_goes_on(tmp_path: Path) -> None:
    path = collection(tmp_path, SLOW_ONES)
    with cluster(tmp_path, workers=1) as there:
        args = [path.name, "-b", "moody", "-o", "o.jsonl", "--resume"]
        process = started(*args, "--cluster", there.address, cwd=tmp_path)
        wait_for(lambda: size_of(tmp_path / "o.jsonl") > 5000)
        there.scheduler.send_signal(signal.SIGKILL)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 31
    assert without_files(errors) == (
        f"nonosat: the scheduler at {there.address} is gone\n"
        "nonosat: finished puzzles are in o.jsonl; continue with: nonosat check all.jsonl -b moody "
        f"-o o.jsonl --resume --cluster {there.address}\n"
    )
    done = check(*args, "--jobs", 2, cwd=tmp_path)
    assert done.returncode in (0, 10)
    assert [row["position"] for row in rows_of(tmp_path / "o.jsonl")] == list(range(1, 81))


@linux
def test_a_cluster_made_here_gives_the_same_rows_and_runs_nothing_of_the_current_directory(
    tmp_path: Path,
) -> None:
    (tmp_path / "here").mkdir()
    for name in ("pysat", "re", "pickle", "multiprocessing", "distributed", "nonosat"):
        (tmp_path / "here" / f"{name}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    script = tmp_path / "script.py"
    script.write_text("from nonosat.__main__ import main\nif __name__ == '__main__':\n    main()\n")
    path = collection(tmp_path, MIXED)
    args = ["check", path, "--cluster", "local", "--jobs", "2", "-o", "o.jsonl"]
    done = python(script, *args, cwd=tmp_path / "here", **environment())
    assert done.returncode == 20, done.stderr
    # Two that are not read, and a pointer to `conflict`.
    assert without_files(done.stderr).count("\n") == 3
    assert check(path, "-o", "alone.jsonl", cwd=tmp_path).returncode == 20
    there, alone = (unvarying(rows_of(tmp_path / at)) for at in ("here/o.jsonl", "alone.jsonl"))
    assert there == alone
    assert len(alone) == 157
    assert not (tmp_path / "ran").exists()


def other_nonosat(folder: Path, text: str) -> dict[str, str]:
    """An environment in which another nonosat is found first."""
    package = folder / "other" / "nonosat"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(text)
    # An editable install is found before PYTHONPATH, by a finder of its own.
    (package.parent / "sitecustomize.py").write_text(
        "import sys\n"
        "sys.meta_path[:] = [f for f in sys.meta_path if 'editable' not in type(f).__module__]\n"
    )
    return {"PYTHONPATH": str(package.parent)}


OLDER = f"__path__ = [{str(PACKAGE)!r}]\n__version__ = '0.0.7'\n"
OTHER_KERNEL = f"{OLDER}__version__ = {nonosat.__version__!r}\nfrom nonosat import kernel\nkernel.name = 'abacus'\n"


#    the worker's nonosat  code  what is said
UNFIT = [
    (None,                  31, "the scheduler at ADDRESS has no workers"),
    ("",                     2, "WORKER is left out: it needs nonosat"),
    (OLDER,                  2, "WORKER is left out: it runs nonosat 0.0.7 with .*, this is nonosat .*; run there: pip install nonosat=="),
    (OTHER_KERNEL,           2, "WORKER is left out: it runs nonosat .* with the abacus kernel, .*; set NONOSAT_KERNEL="),
]  # fmt: skip


@pytest.mark.night
@linux
def test_workers_that_are_missing_or_without_the_same_nonosat(tmp_path: Path) -> None:
    path = collection(tmp_path, MIXED[:5])
    with cluster(tmp_path, workers=0) as there:
        for number, (text, code, message) in enumerate(UNFIT):
            if text is not None:
                worker = there.worker(nanny=False, **other_nonosat(tmp_path / str(number), text))
                there.wait_for_workers(number)
            done = check(path.name, "--cluster", there.address, cwd=tmp_path)
            pattern = message.replace("ADDRESS", re.escape(there.address))
            assert re.match(f"nonosat: {pattern.replace('WORKER', 'tcp://[^ ]+')}", done.stderr)
            assert (done.returncode, done.stderr.count("\n")) == (code, 1 + (text is not None))
            if text is not None:
                assert f"nonosat: no worker of {there.address} runs nonosat" in done.stderr
                worker.kill()
                worker.wait()


def test_addresses_where_nobody_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "CONNECT", 0.5)
    path = collection(tmp_path, MIXED[:5])
    for address, code, message in (
        ("tcp://127.0.0.1:1", 31, "no scheduler answers at tcp://127.0.0.1:1"),
        ("gopher://x", 2, "cluster 'gopher://x': expected local"),
        ("ws://127.0.0.1:1", 2, "cluster 'ws://127.0.0.1:1': expected local"),
    ):
        done = check(path.name, "--cluster", address, cwd=tmp_path)
        assert done.stderr.startswith(f"nonosat: {message}")
        assert (done.returncode, done.stderr.count("\n")) == (code, 1)


OURS = """
if __name__ == "__main__":
    import distributed
    import urllib.error, urllib.request
    from nonosat.run.cluster import Cluster
    executor = Cluster("local", 1)
    scheduler = executor._local.scheduler
    refused = 0
    for address in (scheduler.address, scheduler.address.replace("tls", "tcp")):
        for _ in range(8):
            try:
                distributed.Client(address, timeout=2, set_as_default=False)
            except AssertionError:  # on a busy machine Dask gives up to start its own thread
                continue
            except (OSError, TypeError, ValueError):
                refused += 1
            break
    told = 0
    for page in ("status", "health", "json/counts.json", "info/main/workers.html"):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{scheduler.http_server.port}/{page}")
            told += 1
        except urllib.error.HTTPError:
            pass
    print(refused, told, scheduler.address.split(":")[0], flush=True)
    executor.close()
"""


def test_nobody_else_can_command_a_cluster_that_is_made_here(tmp_path: Path) -> None:
    (tmp_path / "ours.py").write_text(OURS)
    done = python("ours.py", cwd=tmp_path, **environment())
    assert done.stdout == "2 0 tls\n", done.stderr


#   address                      files          insecure  refused
SAFE = [
    ("tcp://10.0.0.1:8786",      None,          False,    True),
    ("scheduler.lan:8786",       None,          False,    True),
    ("tcp://[2001:db8::1]:8786", None,          False,    True),
    ("tcp://127.evil.org:8786",  None,          False,    True),
    ("tcp://10.0.0.1:8786",      None,          True,     False),
    ("tls://10.0.0.1:8786",      None,          False,    False),
    ("tcp://127.0.0.1:8786",     None,          False,    False),
    ("localhost:8786",           None,          False,    False),
    ("tcp://[::1]:8786",         None,          False,    False),
]  # fmt: skip


@pytest.mark.parametrize(("address", "files", "insecure", "refused"), SAFE)
def test_an_address_that_others_can_listen_to_is_refused(
    monkeypatch: pytest.MonkeyPatch, address: str, files: None, insecure: bool, refused: bool
) -> None:
    def connected(*_: object, **__: object) -> None:
        raise OSError("nobody there")

    monkeypatch.setattr(reach, "security", lambda *_: None)
    monkeypatch.setattr("socket.create_connection", connected)
    monkeypatch.setattr("distributed.Client", connected)
    error = UsageError if refused else ClusterLost
    with pytest.raises(error) as caught:
        cluster_module.Cluster(address, security=files, insecure=insecure)
    assert refused == ("run code on both machines" in str(caught.value))


@pytest.mark.parametrize(
    ("value", "code", "message"),
    [
        ("a.pem,b.pem", 2, "--cluster-security CA,CERT,KEY names three files"),
        ("a.pem,b.pem,c.pem", 3, "a.pem: there is no such file"),
    ],
)
def test_files_of_a_certificate_that_cannot_be(
    tmp_path: Path, value: str, code: int, message: str
) -> None:
    path = collection(tmp_path, MIXED[:5])
    address = "tls://127.0.0.1:1"
    done = check(path.name, "--cluster", address, "--cluster-security", value, cwd=tmp_path)
    assert done.stderr.startswith(f"nonosat: {message}")
    assert (done.returncode, done.stderr.count("\n")) == (code, 1)


def test_without_dask_it_is_said_how_to_install_it(tmp_path: Path) -> None:
    gone = "raise ModuleNotFoundError('gone', name='distributed')\n"
    (tmp_path / "distributed.py").write_text(gone)
    path = collection(tmp_path, MIXED[:5])
    env = os.pathsep.join([str(tmp_path), environment()["PYTHONPATH"]])
    done = check(path.name, "--cluster", "local", cwd=tmp_path, PYTHONPATH=env)
    message = "nonosat: a cluster needs dask: pip install distributed cryptography\n"
    assert (done.returncode, done.stderr) == (4, message)


def test_ctrl_c_waits_until_a_cluster_is_made_and_then_closes_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    happened = []

    class Local:
        def __init__(self, **_: object) -> None:
            signal.raise_signal(signal.SIGINT)
            happened.append(f"made {os.environ['PYTHONSAFEPATH']}")

        def close(self, timeout: float) -> None:
            happened.append("closed")

    monkeypatch.setattr("distributed.LocalCluster", Local)
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    with pytest.raises(KeyboardInterrupt):
        cluster_module.Cluster("local", 2)
    assert happened == ["made 1", "closed"]
    assert "PYTHONSAFEPATH" not in os.environ
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
