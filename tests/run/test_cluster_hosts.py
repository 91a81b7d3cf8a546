"""A cluster on five hosts, made of network namespaces: TLS, cuts, Ctrl-C, misfits."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

pytest.importorskip("distributed")

from command import wait_for
from conftest import ROOT
from puzzle_collections import (
    check,
    collection,
    environment,
    linux,
    moody,
    puzzle_line,
    rows_of,
    size_of,
    unvarying,
)

pytestmark = [pytest.mark.slow, pytest.mark.night, linux]

HOSTS = {"scheduler": 1, "one": 2, "two": 3, "three": 4, "client": 5}
"""The last numbers of their addresses."""
NET = "10.213.7"
PORT = 8786


def run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, timeout=30)


def allowed() -> bool:
    """Whether this user may make network namespaces here."""
    if not (shutil.which("ip") and shutil.which("openssl")):
        return False
    name = f"nonosat-{os.getpid()}"
    made = subprocess.run(["ip", "netns", "add", name], capture_output=True)
    subprocess.run(["ip", "netns", "del", name], capture_output=True)
    return made.returncode == 0


def certificates(folder: Path, name: str = "ca") -> str:
    """An authority of its own and one certificate; return the three files."""
    ca, key, cert = (str(folder / f"{name}{end}.pem") for end in ("", "-key", "-cert"))
    run(
        "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
        "-subj", f"/CN={name}", "-keyout", str(folder / f"{name}-own.pem"), "-out", ca,
    )  # fmt: skip
    request = str(folder / "request.pem")
    run(
        "openssl", "req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=nonosat",
        "-keyout", key, "-out", request,
    )  # fmt: skip
    run(
        "openssl", "x509", "-req", "-in", request, "-CA", ca, "-CAkey",
        str(folder / f"{name}-own.pem"), "-CAcreateserial", "-days", "2", "-out", cert,
    )  # fmt: skip
    return f"{ca},{cert},{key}"


class Hosts:
    """Five network namespaces on one bridge, and what runs in them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files = certificates(folder)
        self.prefix = f"ns{os.getpid() % 100000}"
        self.bridge = f"{self.prefix}br"
        self.running: list[subprocess.Popen[str]] = []

    def make(self) -> None:
        run("ip", "netns", "add", self.bridge)
        run("ip", "-n", self.bridge, "link", "add", "name", "bridge0", "type", "bridge")
        run("ip", "-n", self.bridge, "link", "set", "bridge0", "up")
        for host, number in HOSTS.items():
            space, port = self.prefix + host, f"port{number}"
            run("ip", "netns", "add", space)
            run("ip", "-n", space, "link", "set", "lo", "up")
            run(
                "ip", "-n", space, "link", "add", "eth0", "type", "veth",
                "peer", "name", port, "netns", self.bridge,
            )  # fmt: skip
            run("ip", "-n", space, "addr", "add", f"{NET}.{number}/24", "dev", "eth0")
            run("ip", "-n", space, "link", "set", "eth0", "up")
            run("ip", "-n", self.bridge, "link", "set", port, "master", "bridge0", "up")

    def close(self) -> None:
        for process in self.running:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        for name in (self.bridge, *(self.prefix + host for host in HOSTS)):
            subprocess.run(["ip", "netns", "del", name], capture_output=True)

    def cut(self, host: str, up: bool = False) -> None:
        state = "up" if up else "down"
        run("ip", "-n", self.bridge, "link", "set", f"port{HOSTS[host]}", state)

    def start(self, host: str, *command: str, **env: str) -> subprocess.Popen[str]:
        with (self.folder / f"{host}.log").open("a") as log:
            process = subprocess.Popen(
                ["ip", "netns", "exec", self.prefix + host, sys.executable, *command],
                cwd=self.folder, env=environment(**env), stdout=log, stderr=log, text=True,
                start_new_session=True,
            )  # fmt: skip
        self.running.append(process)
        return process

    def dask(self, host: str, role: str, *args: str, **env: str) -> subprocess.Popen[str]:
        ca, cert, key = self.files.split(",")
        return self.start(
            host, "-m", f"distributed.cli.dask_{role}", *args,
            "--tls-ca-file", ca, "--tls-cert", cert, "--tls-key", key, **env,
        )  # fmt: skip

    def shell(self, host: str, line: str, folder: Path) -> subprocess.Popen[str]:
        """Start a line as a user would, with what is installed beside this Python."""
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        program = (
            "import os, sys; os.chdir(sys.argv[1]); os.execvp('sh', ['sh', '-c', sys.argv[2]])"
        )
        return self.start(host, "-c", program, str(folder), f"exec {line}", PATH=path)

    def listening(self, host: str) -> set[tuple[str, int]]:
        """Addresses and ports of a host that accept connections."""
        command = ["ip", "netns", "exec", self.prefix + host, "cat", "/proc/net/tcp"]
        rows = [row.split() for row in subprocess.check_output(command, text=True).splitlines()]
        ends = [row[1].split(":") for row in rows if row[3] == "0A"]
        return {
            (".".join(map(str, reversed(bytes.fromhex(address)))), int(port, 16))
            for address, port in ends
        }

    def scheduler(self) -> None:
        self.dask(
            "scheduler", "scheduler", "--protocol", "tls", "--host", f"{NET}.1",
            "--port", str(PORT), "--no-dashboard", "--dashboard-address", "127.0.0.1:8787",
        )  # fmt: skip

    def worker(self, host: str, **env: str) -> subprocess.Popen[str]:
        before = self.log(host).count("Registered to:")
        process = self.dask(
            host, "worker", f"tls://{NET}.1:{PORT}", "--nthreads", "2", "--no-dashboard", **env
        )
        wait_for(lambda: self.log(host).count("Registered to:") > before)
        return process

    def log(self, host: str) -> str:
        file = self.folder / f"{host}.log"
        return file.read_text() if file.exists() else ""

    def guarded(self) -> int:
        """How many guarded processes the workers have started."""
        count = 0
        for host in ("one", "two", "three"):
            pids = subprocess.check_output(["ip", "netns", "pids", self.prefix + host], text=True)
            for pid in pids.split():
                with suppress(OSError):  # ended meanwhile
                    count += b"nonosat.child" in Path("/proc", pid, "cmdline").read_bytes()
        return count

    def check(
        self, *args: object, address: str = f"tls://{NET}.1:{PORT}", files: str = ""
    ) -> subprocess.Popen[str]:
        return self.start(
            "client", "-m", "nonosat", "check", *map(str, args),
            "--cluster", address, "--cluster-security", files or self.files,
        )  # fmt: skip


@contextmanager
def hosts(folder: Path) -> Iterator[Hosts]:
    if not allowed():
        pytest.skip("network namespaces are not allowed here")
    with ExitStack() as stack:
        there = Hosts(folder)
        stack.callback(there.close)
        there.make()
        there.scheduler()
        wait_for(lambda: "Scheduler at:" in there.log("scheduler"))
        for host in ("one", "two", "three"):
            there.worker(host)
        yield there


@pytest.fixture(scope="module")
def five(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosts]:
    with hosts(tmp_path_factory.mktemp("hosts")) as there:
        path = collection(there.folder, [puzzle_line(20, 20, i) for i in range(800)])
        check(path.name, "--jobs", "2", "-o", "here.jsonl", cwd=there.folder)
        yield there


def same_rows(there: Hosts, name: str) -> bool:
    here, rows = (rows_of(there.folder / f"{at}.jsonl") for at in ("here", name))
    return unvarying(here) == unvarying(rows)


def test_the_client_is_cut_off_for_15_s(five: Hosts) -> None:
    process = five.check("all.jsonl", "-o", "cut.jsonl")
    wait_for(lambda: size_of(five.folder / "cut.jsonl") > 50_000)
    five.cut("client")
    time.sleep(15)  # new connections give up after 10 s
    assert process.poll() is None
    five.cut("client", up=True)
    assert process.wait(timeout=120) in (0, 10), five.log("client")
    assert same_rows(five, "cut")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_abandoned_puzzles_end(five: Hosts, number: signal.Signals) -> None:
    hard = collection(
        five.folder, [puzzle_line(moody.HANGS, 2, i) for i in range(12)], "hard.jsonl"
    )
    assert five.guarded() == 0
    process = five.check(hard.name, "-b", "moody", "-o", f"hard{number}.jsonl")
    wait_for(lambda: five.guarded() == 6, 60)
    time.sleep(1)
    os.kill(process.pid, number)
    process.wait(timeout=30)
    wait_for(lambda: five.guarded() == 0, 15)


#   the files, the address                              code  what is said
WRONG = [
    ("CA,CERT,KEY", f"tls://{NET}.1:8787",              31, "no scheduler answers at"),
    ("CA,CERT,CERT", f"tls://{NET}.1:{PORT}",            2, "expected an authority, a certificate, and the key"),
    ("KEY,CERT,KEY", f"tls://{NET}.1:{PORT}",            2, "expected an authority, a certificate, and the key"),
    ("OTHER,CERT,KEY", f"tls://{NET}.1:{PORT}",          2, "the certificate does not match the one of"),
    ("CA,OTHER-CERT,OTHER-KEY", f"tls://{NET}.1:{PORT}", 2, "the certificate does not match the one of"),
    ("CA,CERT,KEY", f"tcp://{NET}.1:{PORT}",             2, "certificates need an address with tls://"),
    ("", f"tls://{NET}.1:{PORT}",                        2, "give --cluster-security CA,CERT,KEY"),
    ("insecure", f"tcp://{NET}.1:{PORT}",               31, "does it need tls:// and --cluster-security?"),
]  # fmt: skip


def test_wrong_addresses_and_files(five: Hosts) -> None:
    files = [five.files, certificates(five.folder, "other")]
    names = {
        prefix + name: file
        for prefix, three in zip(("", "OTHER-"), files, strict=True)
        for name, file in zip(("CA", "CERT", "KEY"), three.split(","), strict=True)
    }
    names["OTHER"] = names["OTHER-CA"]
    for wanted, address, code, message in WRONG:
        proofs = ",".join(names.get(name, "") for name in wanted.split(","))
        options = ["--cluster-security", proofs] if "," in proofs else []
        options += ["--insecure"] if wanted == "insecure" else []
        before = len(five.log("client"))
        process = five.start(
            "client", "-m", "nonosat", "check", "all.jsonl", "--cluster", address, *options
        )
        found = process.wait(timeout=30), five.log("client")[before:]
        assert (found[0], found[1].count("\n"), message in found[1]) == (code, 1, True), found


def test_open_pages_of_a_scheduler_are_warned_about(five: Hosts) -> None:
    address = f"tls://{NET}.4:8790"
    five.dask(
        "three", "scheduler", "--protocol", "tls", "--host", f"{NET}.4", "--port", "8790",
        "--no-dashboard", "--dashboard-address", ":8791",
    )  # fmt: skip
    five.dask("three", "worker", address, "--no-dashboard", "--nthreads", "2")
    registered = f"Registered to: *{re.escape(address)}"
    wait_for(lambda: re.search(registered, five.log("three")))
    before = len(five.log("client"))
    process = five.check("all.jsonl", "-o", "open.jsonl", address=address)
    assert process.wait(timeout=120) in (0, 10), five.log("client")
    assert five.log("client")[before:].count("anyone who reaches port 8791 of the scheduler") == 1
    assert same_rows(five, "open")


PAGE = (ROOT / "docs" / "cluster.md").read_text()
COMMANDS = [
    line for block in re.findall("```sh\n(.*?)```", PAGE, re.S) for line in block.splitlines()
]
UNIT = re.findall("```ini\n(.*?)```", PAGE, re.S)[0]


def test_the_page_word_by_word(five: Hosts) -> None:
    folder = five.folder / "page"
    folder.mkdir()
    collection(folder, [puzzle_line(10, 10, i) for i in range(300)], "collection.jsonl")
    lines = [
        line.replace("10.0.0.1", f"{NET}.4").replace("10.0.0.2", f"{NET}.3") for line in COMMANDS
    ]
    scheduler, worker, client = lines[-3:]
    assert [line.split()[0] for line in lines] == [*3 * ["openssl"], "dask", "dask", "nonosat"]
    for line in lines[:-3]:
        assert five.shell("three", line, folder).wait(timeout=30) == 0, five.log("three")
    before = {host: five.listening(host) for host in ("three", "two")}
    said = len(five.log("client"))
    five.shell("three", scheduler, folder)
    there = re.escape(f" tls://{NET}.4:{PORT}")
    wait_for(lambda: re.search(f"Scheduler at:.*{there}", five.log("three")), 30)
    five.shell("two", worker, folder)
    wait_for(lambda: re.search(f"Registered to:.*{there}", five.log("two")), 30)
    assert five.shell("client", client, folder).wait(timeout=60) in (0, 10), five.log("client")
    assert len(rows_of(folder / "results.jsonl")) == 300
    assert "do not use TLS" not in five.log("client")[said:]
    new = {host: five.listening(host) - before[host] for host in before}
    open_ = {host: {end for end in new[host] if end[0] != "127.0.0.1"} for host in new}
    assert open_["three"] == {(f"{NET}.4", 8786)}
    assert all(a == f"{NET}.3" and 9000 <= port <= 9199 for a, port in open_["two"]), open_


def test_the_unit_of_the_page(tmp_path: Path) -> None:
    (start,) = re.findall("^ExecStart=/opt/nonosat/bin/(.*)", UNIT, re.M)
    assert start == COMMANDS[-2]
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed here")
    file = tmp_path / "nonosat-worker.service"
    dask = shlex.quote(str(Path(sys.executable).parent / "dask"))
    file.write_text(UNIT.replace("/opt/nonosat/bin/dask", dask))
    done = subprocess.run(
        ["systemd-analyze", "verify", str(file)], capture_output=True, text=True, timeout=30
    )
    assert (done.returncode, done.stderr) == (0, "")
