#!/usr/bin/python3
"""read_mail.py FILE [FOLDER]: what Python's email package reads in a message, as JSON.

Attachments are written to FOLDER under their own names' positions (0, 1, ...). Every defect, of the message, of its parts and
of its headers, is listed.
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
    if part.is_attachment():
        attachments.append({
            "filename": part["Content-Disposition"].params.get("filename"),
            "plainName": part["Content-Type"].params.get("name"),
        })
        if len(sys.argv) > 2:
            place = pathlib.Path(sys.argv[2]) / str(len(attachments) - 1)
            place.write_bytes(part.get_payload(decode=True))


def body(kind):
    part = message.get_body(preferencelist=(kind,))
    return part.get_content() if part else None


def mailboxes(name):
    # By the older API: the newer one keeps the space between two encoded words of a name (Python issue 35547).
    pairs = email.utils.getaddresses(plain.get_all(name, []))
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
    "longestHeaderLine": max(len(line) for line in raw.split(b"\n\n")[0].split(b"\n")),
    "isSevenBit": all(byte < 128 and byte not in (0, 13) for byte in raw),
}))
