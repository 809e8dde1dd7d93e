"""What `npm run check fuzz` adds to Schemathesis: exceptions by error code, and which operations were reached."""

import atexit
import json
import os
from collections import defaultdict
from datetime import datetime, timezone

import schemathesis
from schemathesis.generation.meta import TestPhase

with open(os.environ["FUZZ_EXCEPTIONS"], encoding="utf-8") as file:
    EXCEPTIONS = set(json.load(file))

with open(os.environ["FUZZ_EXAMPLES"], encoding="utf-8") as file:
    EXAMPLES = json.load(file)

# What no two resources share, or a link gives.
OWN = ("sku", "external_ref", "bill_number", "freight_ids")

# What was recorded on another day is refused: a bill is not older than its shipment, which is of today.
OF_TODAY = ("bill_date",)

STATUSES = defaultdict(set)


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """A refusal of what the document allows is no failure when each of its faults has an excepted code."""
    if failure.code != "ST202" or response.status_code != 400:
        return True
    faults = response.json()["error"]["errors"]
    return any(fault["code"] not in EXCEPTIONS for fault in faults)


@schemathesis.hook
def before_call(context, case, kwargs):
    """A chain goes on with the recorded request: what random bodies say of two things hardly ever goes together."""
    meta = case.meta
    if meta is None or meta.phase.name is not TestPhase.STATEFUL or not meta.generation.mode.is_positive:
        return
    # A key drawn twice answers what it answered first, even if that was deleted since.
    if case.headers is not None:
        case.headers.pop("Idempotency-Key", None)
    recorded = EXAMPLES.get(case.operation.definition.raw.get("operationId"), {}).get("request")
    if isinstance(recorded, dict) and isinstance(case.body, dict):
        today = datetime.now(timezone.utc).date().isoformat()
        dated = {key: today for key in OF_TODAY if key in recorded}
        kept = {key: value for key, value in case.body.items() if key in OWN or key in recorded and key.endswith("_id")}
        case.body = {**recorded, **dated, **kept}


@schemathesis.hook
def after_call(context, case, response):
    STATUSES[case.operation.label].add(response.status_code)


@atexit.register
def tell():
    with open(os.environ["FUZZ_STATUSES"], "w", encoding="utf-8") as file:
        json.dump({label: sorted(statuses) for label, statuses in STATUSES.items()}, file)
