#!/usr/bin/env python3
"""soak.py BINARY [--burst N] [--links N] [--more N] [--latency N]: the service under a crowd.

Drops a burst at once, some more by hard links, then batches without end, and prints what has become of them and how much
memory the service and its workers hold. With --latency: one file at a time instead, from close to durable PDF, beside the
bare cost of writing, syncing and renaming the same bytes. Nothing is deleted between the runs: that would slow what follows.
"""
import argparse
import os
import subprocess
import tempfile
import time

parser = argparse.ArgumentParser()
parser.add_argument("binary")
parser.add_argument("--burst", type=int, default=100_000)
parser.add_argument("--links", type=int, default=20_000)
parser.add_argument("--more", type=int, default=1_000_000)
parser.add_argument("--batch", type=int, default=10_000)
parser.add_argument("--latency", type=int, default=0)
parser.add_argument("--minutes", type=float, default=600, help="end after so long, wherever it is")
parser.add_argument("--folder")
options = parser.parse_args()
root = options.folder or tempfile.mkdtemp(prefix="hotpress-soak-")
began = time.monotonic()
settle = 100
for name in ("inbox", "source", "hot/inbox"):
    os.makedirs(f"{root}/{name}", exist_ok=True)
with open(f"{root}/soak.conf", "w") as file:
    file.write(f"[hotpress]\nroot = {root}/hot\nstate = {root}/state\n[inbox]\nsettle = {settle}\n")
log = open(f"{root}/log", "ab")
service = subprocess.Popen(
    [options.binary, "serve", "--config", f"{root}/soak.conf"], stdout=log, stderr=log, stdin=subprocess.DEVNULL)
while b"watching" not in open(f"{root}/log", "rb").read():
    time.sleep(0.05)

INVOICE = (
    '{"date":"2026-11-30","currency":"EUR","tax":19,"seller":{"name":"Acme"},"buyer":{"name":"Customer %d"},"lines":['
    '{"name":"Paper","quantity":2,"price":"10.99"},{"name":"Ink","quantity":1,"price":"5.50"},'
    '{"name":"Delivery","quantity":1,"price":"4.90"}]}')


def written(number):
    path = f"{root}/source/{number}.json"
    with open(path, "w") as file:
        file.write(INVOICE % number)
    return path


def resident(process):
    with open(f"/proc/{process}/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS")) / 1024


def workers():
    # Each thread lists the processes that it has started itself; threads come and go.
    found = subprocess.run(["pgrep", "-P", str(service.pid)], capture_output=True, text=True, check=False)
    return [int(number) for number in found.stdout.split()]


def done():
    return sum(1 for entry in os.scandir(f"{root}/hot/outbox") if not entry.name.startswith("."))


def wait(total, what):
    start, at = time.monotonic(), done()
    peak = 0
    while (count := done()) < total:
        peak = max(peak, resident(service.pid))
        if service.poll() is not None:
            raise SystemExit(f"the service has ended with {service.returncode}; see {root}/log")
        if (time.monotonic() - began) / 60 > options.minutes:
            break
        time.sleep(0.5 if total - count > 500 else 0.05)
    took = max(0.001, time.monotonic() - start)
    sizes = ", ".join(f"{resident(worker):.0f}" for worker in workers())
    print(
        f"{what:<28} {count:>9} done, {total - count} to do, {(count - at) / took:7.0f} a second, service"
        f" {resident(service.pid):.0f} MiB (peak {peak:.0f}), workers {sizes} MiB", flush=True)
    return count >= total


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def latency(count):
    content, took, bare = b"", [], []
    folder = os.open(f"{root}/hot/outbox", os.O_RDONLY)
    for number in range(count):
        path, before = written(number), done()
        start = time.monotonic()
        os.rename(path, f"{root}/hot/inbox/{number}.json")
        name = f"{root}/hot/outbox/INV-{before + 1:04}.pdf"
        while not os.path.exists(name):
            time.sleep(0.0002)
        took.append((time.monotonic() - start) * 1000)
        content = open(name, "rb").read()
        start = time.monotonic()
        with open(f"{root}/hot/outbox/.bare", "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.rename(f"{root}/hot/outbox/.bare", f"{root}/source/{number}.bare")
        os.fsync(folder)
        bare.append((time.monotonic() - start) * 1000)
        time.sleep(0.02)
    # The kernel has told of the move, so that a tenth of the settle time is waited.
    wait = max(settle / 10, 20)
    for name, values in (("close to PDF", took), (f"without the {wait:.0f} ms to settle", [t - wait for t in took]),
                         ("write, fsync, rename, fsync", bare)):
        print(f"{name:<30} p50 {percentile(values, 0.5):7.2f} ms   p99 {percentile(values, 0.99):7.2f} ms")


try:
    if options.latency:
        latency(options.latency)
    else:
        paths = [written(number) for number in range(options.burst)]
        start = time.monotonic()
        for path in paths:
            os.rename(path, f"{root}/hot/inbox/{os.path.basename(path)}")
        print(f"{options.burst} files dropped in {time.monotonic() - start:.1f} s", flush=True)
        total = options.burst
        going = wait(total, "burst")
        paths = [written(total + number) for number in range(options.links)]
        for path in paths:
            os.link(path, f"{root}/hot/inbox/{os.path.basename(path)}")
        total += options.links
        going = going and wait(total, "hard links")
        end = total + options.more
        while going and total < end:
            for number in range(total, min(end, total + options.batch)):
                os.rename(written(number), f"{root}/hot/inbox/{number}.json")
            total = min(end, total + options.batch)
            going = wait(total, "further files")
        failed = len(os.listdir(f"{root}/hot/failed"))
        overflows = open(f"{root}/log", "rb").read().count(b"events were lost")
        print(f"failed {failed}, queue of events full {overflows} times, all in {root}")
finally:
    service.terminate()
    service.wait()
