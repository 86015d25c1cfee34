#!/usr/bin/python3
"""record_smtp.py FOLDER: an SMTP server on a free loopback port that keeps what it gets.

Prints the port. Message N goes to FOLDER/N.eml with its envelope beside it in FOLDER/N.json. A recipient whose name begins
with "busy" is answered 451, one with "unknown" 550. Ends with its standard input.
"""
import json
import pathlib
import sys

from aiosmtpd.controller import Controller

folder = pathlib.Path(sys.argv[1])


class Recorder:
    def __init__(self):
        self.count = 0

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("busy"):
            return "451 try again later"
        if address.startswith("unknown"):
            return "550 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        self.count += 1
        (folder / f"{self.count}.eml").write_bytes(envelope.original_content)
        written = folder / f"{self.count}.json.part"
        written.write_text(json.dumps({"sender": envelope.mail_from, "recipients": envelope.rcpt_tos}))
        written.rename(folder / f"{self.count}.json")
        return "250 OK"


class FreePort(Controller):
    """Binds port 0 and keeps the number that the system chose."""

    def _trigger_server(self):
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


controller = FreePort(Recorder(), hostname="127.0.0.1", port=0, enable_SMTPUTF8=True)
controller.start()
print(controller.port, flush=True)
sys.stdin.read()
controller.stop()
