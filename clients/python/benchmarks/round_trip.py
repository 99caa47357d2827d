#!/usr/bin/env python3
"""What the client costs: a round trip beside the same bytes over the bare pipe, and an import beside the time of Swift.

    round_trip.py [--check] [--rounds N] [--benchmarks PATH]

The bare pipe writes the request and reads the reply with two system calls and parses nothing. Pipe and client take
turns within each round, so that a busy machine slows both; figures are medians over all calls.

The import is one `task.add` of 10,000 tasks. It has two peers. The bare pipe is given the finished line and drops the
reply unread: what remains is the server's time. A Swift program has no server and no JSON: it inserts 10,000 objects
into a context and saves it, which `Benchmarks --only engine-10k-insert` measures, the program beside the server or
PATH (`swift build -c release` makes both). The bar is about the server's time where there is no such program, else
about Swift's. --check makes a missed bar an error.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
from typing import Any, Callable

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "src"))

import objwire

ROUND_TRIP_MICROSECONDS = 60.0
IMPORT_RATIO = 2.0
IMPORTED = 10_000
CALLS = 300


class BarePipe:
    """A server without a client: finished lines in, unparsed lines out."""

    def __init__(self, *arguments: str) -> None:
        command = [objwire.find_server(), "serve", *arguments]
        self._process = subprocess.Popen(command, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._stdin, self._stdout = self._process.stdin.fileno(), self._process.stdout.fileno()

    def call(self, line: bytes) -> bytes:
        view = memoryview(line)
        while view:
            view = view[os.write(self._stdin, view) :]
        chunk = b""
        while not chunk.endswith(b"\n"):
            chunk = os.read(self._stdout, 1 << 20)
        return chunk

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def line(method: str, params: dict[str, Any]) -> bytes:
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def round_trips(rounds: int) -> dict[str, float]:
    """Medians in microseconds, by who called."""
    pipe, client = BarePipe("--in-memory"), objwire.Client(in_memory=True)
    ping = line("server.ping", {"x": 1})
    samples: dict[str, list[float]] = {"pipe": [], "Client": [], "AsyncClient": []}

    async def run() -> None:
        async with objwire.AsyncClient(in_memory=True) as asynchronous:
            for _ in range(rounds):
                samples["pipe"] += [timed(lambda: pipe.call(ping)) for _ in range(CALLS)]
                samples["Client"] += [timed(lambda: client.call("server.ping", {"x": 1})) for _ in range(CALLS)]
                for _ in range(CALLS):
                    started = time.perf_counter()
                    await asynchronous.call("server.ping", {"x": 1})
                    samples["AsyncClient"].append(time.perf_counter() - started)

    asyncio.run(run())
    client.close()
    pipe.close()
    return {name: statistics.median(times) * 1e6 for name, times in samples.items()}


def swift_import(benchmarks: str) -> float:
    """Seconds that a Swift program takes to insert and save 10,000 objects."""
    command = [benchmarks, "--only", "engine-10k-insert", "--quick", "--json"]
    report = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    contestants = report["items"][0]["contestants"]
    return next(float(one["median"]) for one in contestants if one["name"] == "engine") / 1e9


def imports(rounds: int, benchmarks: str | None) -> dict[str, float]:
    """Medians in milliseconds, by who imported; each into a store of its own."""
    tasks: list[objwire.TaskValues] = [
        {"taskDescription": f"task number {number}", "category": number % 7, "date": "2026-12-01T09:00:00Z"}
        for number in range(IMPORTED)
    ]
    finished = line("task.add", {"objects": tasks, "save": True})
    samples: dict[str, list[float]] = {"pipe": [], "Client": []}
    for _ in range(rounds):
        if benchmarks is not None:
            samples.setdefault("Swift", []).append(swift_import(benchmarks))
        with tempfile.TemporaryDirectory() as directory:
            pipe = BarePipe("--store", f"{directory}/pipe.sqlite")
            pipe.call(line("server.ping", {}))
            samples["pipe"].append(timed(lambda pipe=pipe: pipe.call(finished)))  # type: ignore[misc]
            pipe.close()
            with objwire.Client(f"{directory}/client.sqlite") as client:
                samples["Client"].append(timed(lambda client=client: client.tasks.add_many(tasks, save=True)))  # type: ignore[misc]
    return {name: statistics.median(times) * 1e3 for name, times in samples.items()}


def main() -> int:
    parser = argparse.ArgumentParser(description="What the client costs beside the bare pipe.")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--check", action="store_true", help="exit with 1 if a bar is missed")
    parser.add_argument("--benchmarks", metavar="PATH", help="the program Benchmarks (default: beside the server)")
    options = parser.parse_args()
    missed = False

    trips = round_trips(options.rounds)
    print(f"round trip, bare pipe     {trips['pipe']:8.1f} µs")
    for name in ("Client", "AsyncClient"):
        over = trips[name] - trips["pipe"]
        verdict = ""
        if name == "Client":
            missed |= over > ROUND_TRIP_MICROSECONDS
            verdict = f"  bar {ROUND_TRIP_MICROSECONDS:.0f}: {'missed' if over > ROUND_TRIP_MICROSECONDS else 'met'}"
        print(f"round trip, {name:<13} {trips[name]:8.1f} µs  {over:+6.1f}{verdict}")

    beside = pathlib.Path(objwire.find_server()).resolve().with_name("Benchmarks")
    benchmarks = options.benchmarks or (str(beside) if beside.exists() else None)
    times = imports(max(3, options.rounds // 2), benchmarks)
    peer = "pipe" if benchmarks is None else "Swift"
    print(f"import of {IMPORTED}, Client  {times['Client']:8.1f} ms")
    for name, label in (("pipe", "server"), ("Swift", "Swift")):
        if name not in times:
            continue
        ratio = times["Client"] / times[name]
        verdict = ""
        if name == peer:
            missed |= ratio > IMPORT_RATIO
            verdict = f"  bar {IMPORT_RATIO:.0f}x: {'missed' if ratio > IMPORT_RATIO else 'met'}"
        print(f"import of {IMPORTED}, {label:<7} {times[name]:8.1f} ms  {ratio:5.2f}x{verdict}")
    return 1 if missed and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
