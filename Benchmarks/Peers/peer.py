"""peer.py TOOL DUMP LINES: what another tool takes for an invoice of the benchmark; prints one line of JSON.

Warm tools (weasyprint, typst, reportlab, chromium) print it over and over in one process; weasyprint-process and
typst-process start anew each time; weasyprint-pool keeps two warm processes busy and tells files a second.
"""
import json
import multiprocessing
import os
import resource
import subprocess
import sys
import time


def weasyprint(dump, lines):
    from weasyprint import HTML
    return lambda: HTML(f"{dump}/{lines}.html").write_pdf()


def typst(dump, lines):
    import typst as library
    with open(f"{dump}/{lines}.json", encoding="utf-8") as file:
        data = file.read()
    compiler = library.Compiler(os.path.join(os.path.dirname(os.path.abspath(__file__)), "invoice.typ"))
    # It remembers what it has compiled, so each invoice has a number and quantities of its own.
    numbers = iter(range(1, 10**9))

    def work():
        number = next(numbers)
        other = data.replace('"quantity": ', f'"quantity": {number}').replace('"number": "2026-', f'"number": "{number}-')
        return compiler.compile(sys_inputs={"data": other})
    return work


def reportlab(dump, lines):
    import io

    from reportlab.lib import colors
    from reportlab.lib.pagesizes import A4
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.platypus import Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle
    with open(f"{dump}/{lines}.json", encoding="utf-8") as file:
        invoice = json.load(file)
    styles = getSampleStyleSheet()

    def work():
        out = io.BytesIO()
        net = sum(line["quantity"] * float(line["price"]) for line in invoice["lines"])
        rows = [["Pos", "Item", "Quantity", "Price", "Amount"]]
        for number, line in enumerate(invoice["lines"], 1):
            item = Paragraph(f"{line['name']}<br/>{line['description']}", styles["BodyText"])
            rows.append([number, item, line["quantity"], line["price"], f"{line['quantity'] * float(line['price']):,.2f}"])
        rows += [["", "Net", "", "", f"{net:,.2f}"], ["", "VAT 19 %", "", "", f"{net * .19:,.2f}"],
                 ["", "Total", "", "", f"{net * 1.19:,.2f}"]]
        table = Table(rows, repeatRows=1, colWidths=[30, 250, 60, 70, 80])
        table.setStyle(TableStyle([("LINEBELOW", (0, 0), (-1, -1), .4, colors.grey), ("ALIGN", (2, 0), (-1, -1), "RIGHT")]))
        parties = [Paragraph(f"{p['name']}<br/>{p['address']['lines'][0]}<br/>{p['address']['city']}", styles["BodyText"])
                   for p in (invoice["seller"], invoice["buyer"])]
        SimpleDocTemplate(out, pagesize=A4).build([
            Paragraph(f"Invoice {invoice['number']}", styles["Title"]), Table([parties]),
            Paragraph(f"Date: {invoice['date']}", styles["BodyText"]), table, Spacer(1, 12),
            Paragraph(invoice["notes"], styles["BodyText"])])
        return out.getvalue()
    return work


class Chromium:
    """A browser driven over its DevTools protocol, its PDFs untagged."""

    def __init__(self):
        self.folder = f"/tmp/hotpress-bench-chromium-{os.getpid()}"
        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0",
             f"--user-data-dir={self.folder}", "about:blank"], stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if "DevTools listening on" in line:
                self.port = line.split(":")[-1].split("/")[0]
                break
        self.count = 0

    def connect(self):
        import urllib.request

        from websocket import create_connection
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/json") as answer:
            page = next(target for target in json.load(answer) if target["type"] == "page")
        self.socket = create_connection(page["webSocketDebuggerUrl"], suppress_origin=True, timeout=120)
        self.call("Page.enable")

    def call(self, method, **values):
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": values}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("id") == self.count:
                return answer["result"]

    def print(self, path):
        import base64
        self.call("Page.navigate", url=f"file://{os.path.abspath(path)}")
        while json.loads(self.socket.recv()).get("method") != "Page.loadEventFired":
            pass
        options = {"preferCSSPageSize": True, "printBackground": True, "generateTaggedPDF": False}
        return base64.b64decode(self.call("Page.printToPDF", **options)["data"])

    def megabytes(self):
        """The browser's processes together, shared pages counted once."""
        total, found = 0, {self.process.pid}
        for name in sorted((n for n in os.listdir("/proc") if n.isdigit()), key=int):
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8") as file:
                    parent = int(file.read().rsplit(")", 1)[1].split()[1])
                if int(name) not in found and parent not in found:
                    continue
                found.add(int(name))
                with open(f"/proc/{name}/smaps_rollup", encoding="utf-8") as file:
                    total += sum(int(line.split()[1]) for line in file if line.startswith("Pss:"))
            except OSError:
                continue
        return total / 1024


def once(command):
    def work():
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        with open("/dev/shm/hotpress-bench.pdf", "rb") as file:
            return file.read()
    return work


def pool(dump, lines):
    count = 60
    with multiprocessing.Pool(2, initializer=warm, initargs=(dump, lines)) as workers:
        workers.map(one, range(4))
        start = time.perf_counter()
        workers.map(one, range(count), chunksize=1)
        return count / (time.perf_counter() - start)


def warm(dump, lines):
    global ready
    ready = weasyprint(dump, lines)


def one(number):
    with open(f"/tmp/hotpress-bench-pool-{os.getpid()}.pdf", "wb") as file:
        file.write(ready())
        file.flush()
        os.fsync(file.fileno())


def measure(work):
    size = len(work())
    times, start, cpu = [], time.perf_counter(), time.process_time()
    while len(times) < 5 or time.perf_counter() - start < 2:
        before = time.perf_counter()
        work()
        times.append(time.perf_counter() - before)
    cpu = (time.process_time() - cpu) / len(times)
    return {"ms": sorted(times)[len(times) // 2] * 1e3, "cpu": cpu * 1e3, "bytes": size,
            "mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}


def main():
    tool, dump, lines = sys.argv[1:]
    figures = {"tool": tool, "lines": int(lines)}
    if tool == "chromium":
        browser = Chromium()
        try:
            browser.connect()
            figures |= measure(lambda: browser.print(f"{dump}/{lines}.html")) | {"mb": browser.megabytes(), "cpu": None}
        finally:
            browser.process.terminate()
            browser.process.wait()
            subprocess.run(["rm", "-rf", browser.folder], check=True)
    elif tool == "weasyprint-pool":
        figures["rate"] = pool(dump, lines)
    elif tool == "weasyprint-process":
        command = [os.path.join(os.path.dirname(sys.executable), "weasyprint"), f"{dump}/{lines}.html"]
        figures |= measure(once(command + ["/dev/shm/hotpress-bench.pdf"])) | {"cpu": None, "mb": None}
    elif tool == "typst-process":
        source = ("import sys,typst;typst.compile(sys.argv[1],output='/dev/shm/hotpress-bench.pdf',"
                  "sys_inputs={'data':open(sys.argv[2]).read()})")
        folder = os.path.dirname(os.path.abspath(__file__))
        command = [sys.executable, "-c", source, f"{folder}/invoice.typ", f"{dump}/{lines}.json"]
        figures |= measure(once(command)) | {"cpu": None, "mb": None}
    else:
        figures |= measure({"weasyprint": weasyprint, "typst": typst, "reportlab": reportlab}[tool](dump, lines))
    print(json.dumps(figures))


main()
