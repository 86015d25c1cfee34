#!/usr/bin/python3
"""read_mail.py FILE FOLDER: what Python's email package reads in a message, as JSON.

The content of each part that has no parts is written to FOLDER/parts/N, and that of each attachment to FOLDER/N too (0, 1, ...).
Every defect, of the message, of its parts and of their headers, is listed.
"""
import email
import email.errors
import email.header
import email.policy
import email.utils
import json
import pathlib
import sys

raw = pathlib.Path(sys.argv[1]).read_bytes()
message = email.message_from_bytes(raw, policy=email.policy.default)
plain = email.message_from_bytes(raw, policy=email.policy.compat32)
defects = []
parts = []
attachments = []
leaves = []
folder = pathlib.Path(sys.argv[2])
(folder / "parts").mkdir(exist_ok=True)
header_lines = []
try:
    # What only a strict reader minds.
    for part in email.message_from_bytes(raw, policy=email.policy.strict).walk():
        part.items()
except email.errors.MessageError as defect:
    defects.append(f"strict: {defect!r}")
for part in message.walk():
    defects += [repr(defect) for defect in part.defects]
    for name, value in part.items():
        defects += [f"{name}: {defect!r}" for defect in getattr(value, "defects", ())]
    parts.append(part.get_content_type())
    if not part.is_multipart():
        (folder / "parts" / str(len(leaves))).write_bytes(part.get_payload(decode=True))
        leaves.append(part.get_content_type())
    if part.is_attachment():
        attachments.append({
            "filename": part["Content-Disposition"].params.get("filename"),
            "plainName": part["Content-Type"].params.get("name"),
        })
        (folder / str(len(attachments) - 1)).write_bytes(part.get_payload(decode=True))
for part in plain.walk():
    for name, value in part.raw_items():
        header_lines += f"{name}: {value}".splitlines()


def body(kind):
    part = message.get_body(preferencelist=(kind,))
    return part.get_content() if part else None


def mailboxes(name):
    # By the older API: the newer one keeps the space between two encoded words of a name (Python issue 35547).
    raw_values = [value for field, value in plain.raw_items() if field.lower() == name.lower()]
    values = [value.encode("utf-8", "surrogateescape").decode("utf-8") for value in raw_values]
    pairs = email.utils.getaddresses(values)
    return [[str(email.header.make_header(email.header.decode_header(name))), address] for name, address in pairs]


print(json.dumps({
    "defects": defects,
    "parts": parts,
    "attachments": attachments,
    "headerNames": list(message.keys()),
    "subject": message["Subject"],
    "messageID": message["Message-ID"],
    "date": message["Date"].datetime.timestamp(),
    "from": mailboxes("From"),
    "to": mailboxes("To"),
    "cc": mailboxes("Cc"),
    "replyTo": mailboxes("Reply-To"),
    "text": body("plain"),
    "html": body("html"),
    "longestLine": max(len(line) for line in raw.split(b"\n")),
    "longestHeaderLine": max(len(line) for line in header_lines),
    # Two words or more, the field's name not counted, could have been parted.
    "longestFoldableLine": max((len(line) for line in header_lines if len(line.partition(": ")[2].split() or line.split()) > 1), default=0),
    "isSevenBit": all(byte < 128 and byte not in (0, 13) for byte in raw),
}))
