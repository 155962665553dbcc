#!/usr/bin/env python3
"""Signs requests to Sluice and verifies its webhooks. Python 3.9 or newer, the standard library alone.

    set -a; . data/demo.env; set +a
    python3 sign.py call GET /v1/balance
    python3 sign.py call POST /v2/disbursement/fiat '{"currency": ...}' [IDEMPOTENCY_KEY]
    python3 sign.py vectors ../../api/signing-vectors.json
    python3 sign.py verify ../../api/webhook-vectors.json
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid
from datetime import datetime, timezone

TOLERANCE_SECONDS = 300


def sign(secret, client_id, timestamp, method, path, query, body):
    """The value of X-Signature; path and query as they are sent, body as bytes."""
    lines = ["v1", client_id, timestamp, method, path, query, hashlib.sha256(body).hexdigest()]
    return "v1=" + hmac.new(secret.encode(), "\n".join(lines).encode(), hashlib.sha256).hexdigest()


def call(method, target, body=b"", idempotency_key=None):
    """Sends a signed request to a path with its query, and returns the status and the answer's text.

    Choose the idempotency key yourself and keep it where a payout may have to be asked for again.
    """
    client_id = os.environ["SLUICE_CLIENT_ID"]
    secret = os.environ["SLUICE_CLIENT_SECRET"]
    path, _, query = target.partition("?")
    timestamp = datetime.now(timezone.utc).isoformat(timespec="microseconds").replace("+00:00", "Z")
    headers = {
        "X-Client-ID": client_id,
        "X-Timestamp": timestamp,
        "X-Signature": sign(secret, client_id, timestamp, method, path, query, body),
    }
    if method in ("POST", "PATCH"):
        headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
    if body:
        headers["Content-Type"] = "application/json"
    url = os.environ["SLUICE_BASE_URL"] + target
    request = urllib.request.Request(url, body or None, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read().decode()


def webhook_key(secret):
    """The key that a secret is the text of; None where it is none, as an unset variable: anybody can sign with that."""
    if not secret.startswith("whsec_"):
        return None
    try:
        key = base64.b64decode(secret[6:], validate=True)
    except ValueError:
        return None
    return key if 24 <= len(key) <= 64 else None


def verify(secret, webhook_id, timestamp, signatures, body, now=None):
    """Whether a webhook is Sluice's own and recent: its three headers, and its body as the bytes that came."""
    if not (timestamp.isascii() and timestamp.isdigit()):
        return False
    if abs((time.time() if now is None else now) - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    key = webhook_key(secret)
    if key is None:
        return False
    signed = f"{webhook_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    return any(hmac.compare_digest(expected, each.encode()) for each in signatures.split(" "))


def signs_like(vector):
    names = ("secret", "clientId", "timestamp", "method", "path", "query")
    return sign(*(vector[name] for name in names), vector["body"].encode()) == vector["signature"]


def verifies_like(vector):
    names = ("secret", "id", "timestamp", "signature")
    return verify(*(vector[name] for name in names), vector["body"].encode(), vector["now"]) == vector["valid"]


def check(file, right):
    """Checks each of the published vectors, names those that are wrong, and tells the exit code."""
    with open(file, encoding="utf-8") as text:
        vectors = json.load(text)
    wrong = [vector["name"] for vector in vectors if not right(vector)]
    for name in wrong:
        print("wrong:", name, file=sys.stderr)
    print(len(vectors) - len(wrong), "of", len(vectors), "vectors are right")
    return 1 if wrong or not vectors else 0


def main(arguments):
    command, *words = arguments or [""]
    if command == "vectors" and len(words) == 1:
        return check(words[0], signs_like)
    if command == "verify" and len(words) == 1:
        return check(words[0], verifies_like)
    if command == "call" and 2 <= len(words) <= 4:
        method, target, body, key = (words + ["", ""])[:4]
        status, text = call(method, target, body.encode(), key)
        print(text)
        return 0 if status < 300 else 1
    print("usage: sign.py call METHOD PATH [BODY [IDEMPOTENCY_KEY]] | vectors FILE | verify FILE", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
