"""Verifies that a webhook delivery was signed with the endpoint's secret, recently, and arrived unchanged."""

import hashlib
import hmac
import re
import time

MAX_TOLERANCE_SECONDS = 600


def verify_webhook(raw_body, header, secret, tolerance_seconds=300, now=None):
    """Answer 401 when this is False.

    raw_body: the body as received, bytes, before any parsing.
    header: the value of X-Service-Signature, t=<Unix seconds>,v1=<hex>.
    secret: the endpoint's signing secret, whsec_ included.
    tolerance_seconds: how far the signature's time may be from now, 600 at most.
    """
    if not 0 <= tolerance_seconds <= MAX_TOLERANCE_SECONDS:
        raise ValueError(f"tolerance_seconds must be between 0 and {MAX_TOLERANCE_SECONDS}")
    parts = [part.strip() for part in (header or "").split(",")]
    times = [part[2:] for part in parts if part.startswith("t=")]
    if len(times) != 1 or not re.fullmatch(r"[0-9]{1,12}", times[0]):
        return False
    if abs((time.time() if now is None else now) - int(times[0])) > tolerance_seconds:
        return False
    expected = hmac.new(secret.encode(), f"{times[0]}.".encode() + raw_body, hashlib.sha256).hexdigest()
    signatures = [part[3:] for part in parts if re.fullmatch(r"v1=[0-9a-f]{64}", part)]
    return any([hmac.compare_digest(signature, expected) for signature in signatures])
