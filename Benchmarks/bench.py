#!/usr/bin/env python3
"""bench.py [--files N] [--lines 3,40,1000] [--quick]: one table of what invoices take, every row measured in this run.

Needs a release build of `hotpress` and `Bench`; the other tools are measured where `make bench-peers` has put them.
Warm rows print the same invoice over and over in one process; ratios are of processor time where both rows have it
(a browser's and a process's are not known), else of the median. The floor programs draw the very texts of our page.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from html import unescape

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RELEASE = f"{TOP}/.build/release"
PEERS = f"{TOP}/.build/peers"


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout


def build_floor():
    for name, libraries in {"pango": ["pangocairo"], "harfbuzz": ["harfbuzz", "harfbuzz-subset", "libdeflate"]}.items():
        flags = output("pkg-config", "--cflags", "--libs", *libraries).split()
        sources = [f"{TOP}/Benchmarks/Floor/{name}.c", f"{TOP}/Benchmarks/Floor/floor.c"]
        output("cc", "-O2", "-o", f"{RELEASE}/floor-{name}", *sources, *flags)


def dump(folder, lines):
    output(f"{RELEASE}/Bench", "--dump", folder, "--lines", ",".join(map(str, lines)))
    for name in os.listdir(f"{TOP}/Templates/classic"):
        if name.endswith((".css", ".svg", ".png")):
            shutil.copy(f"{TOP}/Templates/classic/{name}", folder)


def write_texts(folder, count):
    """The lines of text of our own page, with their places, for the floor programs."""
    output(f"{RELEASE}/hotpress", "print", f"{folder}/{count}.html", "-o", f"{folder}/{count}.pdf")
    found = output("pdftotext", "-bbox-layout", f"{folder}/{count}.pdf", "-")
    page, rows = 0, []
    for line in re.findall(r"<page |<line [^>]*>.*?</line>", found, re.S):
        if line == "<page ":
            page += 1
            continue
        x, top, _, bottom = (float(value) for value in re.findall(r'="([\d.]+)"', line)[:4])
        words = [unescape(word) for word in re.findall(r"<word[^>]*>(.*?)</word>", line)]
        rows.append(f"{page}\t{x}\t{bottom - (bottom - top) * .2:.2f}\t{(bottom - top) / 1.2:.2f}\t{' '.join(words)}\n")
    with open(f"{folder}/{count}.tsv", "w", encoding="utf-8") as file:
        file.writelines(rows)


def floor(folder, count):
    family = "Noto Sans"
    path = output("fc-match", "-f", "%{file}", family)
    for name, font in (("pango", family), ("harfbuzz", path)):
        yield json.loads(output(f"{RELEASE}/floor-{name}", f"{folder}/{count}.tsv", str(count), font))


def ours(folder, count):
    names = {"warm": "hotpress, HTML to PDF", "filled": "hotpress, JSON to PDF", "cold": "hotpress, a new press"}
    for way, name in names.items():
        row = json.loads(output(f"{RELEASE}/Bench", "--json", "--lines", str(count), "--ways", way))[0]
        yield {"tool": name} | row


def our_process(folder, count):
    command = [f"{RELEASE}/hotpress", "render", f"{folder}/{count}.json", "-o", f"{folder}/process.pdf"]
    times = []
    for _ in range(12):
        before = time.perf_counter()
        output(*command)
        times.append((time.perf_counter() - before) * 1e3)
    size = os.path.getsize(f"{folder}/process.pdf")
    return {"tool": "hotpress render, a process", "lines": count, "ms": sorted(times)[6], "bytes": size}


def peers(folder, count):
    python = f"{PEERS}/bin/python"
    if not os.path.exists(python):
        return
    tools = ["weasyprint", "typst", "reportlab", "chromium", "weasyprint-process", "typst-process"]
    for tool in tools:
        try:
            yield json.loads(output(python, f"{TOP}/Benchmarks/Peers/peer.py", tool, folder, str(count)).splitlines()[-1])
        except (subprocess.CalledProcessError, IndexError) as error:
            print(f"bench: {tool} could not be measured: {error}", file=sys.stderr)


def serve(folder, files):
    """Invoices a second from the first drop to the last durable PDF, dropped by rename into a running service."""
    root = f"{folder}/serve"
    os.makedirs(f"{root}/drop")
    with open(f"{folder}/3.json", encoding="utf-8") as file:
        invoice = file.read()
    for number in range(files):
        with open(f"{root}/drop/{number}.json", "w", encoding="utf-8") as file:
            file.write(re.sub(r'"number": "[^"]*"', f'"number": "B-{number}"', invoice))
    with open(f"{root}/hotpress.conf", "w", encoding="utf-8") as file:
        file.write(f"[hotpress]\nroot = {root}/hot\n")
    with open(f"{root}/log", "w", encoding="utf-8") as log:
        service = subprocess.Popen([f"{RELEASE}/hotpress", "serve", "--config", f"{root}/hotpress.conf"], stderr=log, stdout=log)
    try:
        while not os.path.isdir(f"{root}/hot/inbox"):
            time.sleep(0.05)
        time.sleep(1)
        start = time.perf_counter()
        for number in range(files):
            os.rename(f"{root}/drop/{number}.json", f"{root}/hot/inbox/{number}.json")
        while sum(name.endswith(".pdf") for name in os.listdir(f"{root}/hot/outbox")) < files:
            if service.poll() is not None or time.perf_counter() - start > 60 + files / 10:
                raise SystemExit(f"bench: the service did not print all: see {root}/log")
            # Seldom: listing a folder of so many files takes as long as printing ten.
            time.sleep(0.1)
        return files / (time.perf_counter() - start)
    finally:
        service.terminate()
        service.wait()


def show(rows):
    print("\n| lines | what | median ms | processor ms | MB | bytes | times hotpress |\n|--:|:--|--:|--:|--:|--:|--:|")
    for row in rows:
        mine = next(r for r in rows if r["lines"] == row["lines"] and r["tool"].startswith("hotpress, HTML"))
        if "process" in row["tool"]:
            mine = next(r for r in rows if r["lines"] == row["lines"] and r["tool"].startswith("hotpress render"))
        unit = "cpu" if row.get("cpu") and mine.get("cpu") else "ms"
        cells = [str(row["lines"]), row["tool"], f"{row['ms']:.2f}", number(row.get("cpu"), 2), number(row.get("mb"), 0),
                 f"{row['bytes']:,}", f"{row[unit] / mine[unit]:.1f}"]
        print("| " + " | ".join(cells) + " |")


def number(value, places):
    return "" if value is None else f"{value:.{places}f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=5000, help="how many are dropped into a running service (0: none)")
    parser.add_argument("--lines", default="3,40,1000", help="how many lines the invoices have")
    options = parser.parse_args()
    counts = [int(count) for count in options.lines.split(",")]
    folder = tempfile.mkdtemp(prefix="hotpress-bench-")
    build_floor()
    dump(folder, sorted(set(counts + [3])))
    rows = []
    for count in counts:
        write_texts(folder, count)
        rows += [*ours(folder, count), our_process(folder, count), *floor(folder, count), *peers(folder, count)]
    show(rows)
    if options.files:
        rate = serve(folder, options.files)
        print(f"\ndrop to durable PDF, {options.files} files of 3 lines: {rate:,.0f} a second")
        if os.path.exists(f"{PEERS}/bin/python"):
            line = output(f"{PEERS}/bin/python", f"{TOP}/Benchmarks/Peers/peer.py", "weasyprint-pool", folder, "3")
            other = json.loads(line.splitlines()[-1])["rate"]
            print(f"two warm processes of WeasyPrint: {other:,.1f} a second; {rate / other:,.0f} times")
    shutil.rmtree(folder)


main()
