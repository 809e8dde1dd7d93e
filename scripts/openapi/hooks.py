"""Adds to Schemathesis for `npm run check fuzz`: exceptions by error code, and the operations that were reached."""

import atexit
import json
import os
import re
from collections import defaultdict
from datetime import datetime, timezone

import schemathesis
from schemathesis.generation.meta import TestPhase

with open(os.environ["FUZZ_EXCEPTIONS"], encoding="utf-8") as file:
    EXCEPTIONS = set(json.load(file))

with open(os.environ["FUZZ_EXAMPLES"], encoding="utf-8") as file:
    EXAMPLES = json.load(file)

# Limits apply in pounds and inches, so a schema cannot state them for kilograms and centimeters.
METRIC_LIMIT = re.compile(r"\([\d.,e+-]+ (kg|cm)\) must not be (less|greater) than")

# Fields that are unique per resource, or that a link sets.
OWN = ("sku", "external_ref", "bill_number", "freight_ids")

# Dates that the service rejects if they were recorded on another day: a bill cannot be older than its shipment.
OF_TODAY = ("bill_date",)

# An interchange is a file, whatever its bytes are.
schemathesis.serializer.alias("application/edi-x12", "application/octet-stream")

STATUSES = defaultdict(set)


def as_whole_numbers(parameters):
    """Writes 3.0 as 3: JSON has both for the same integer, but a query or a path has only digits."""
    for key, value in (parameters or {}).items():
        if isinstance(value, dict):
            as_whole_numbers(value)
        elif isinstance(value, float) and value.is_integer():
            parameters[key] = int(value)
        elif isinstance(value, str) and re.fullmatch(r"-?[0-9]+[.]0+", value):
            parameters[key] = value.partition(".")[0]


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Ignores the rejection of a documented request if the schema cannot express any of its faults."""
    if failure.code != "ST202" or response.status_code != 400:
        return True
    faults = response.json()["error"]["errors"]
    return any(fault["code"] not in EXCEPTIONS and not METRIC_LIMIT.search(fault["message"]) for fault in faults)


@schemathesis.hook
def before_call(context, case, kwargs):
    """Continues a chain with the recorded request, because random bodies rarely refer to objects that exist."""
    as_whole_numbers(case.query)
    as_whole_numbers(case.path_parameters)
    meta = case.meta
    if meta is None or meta.phase.name is not TestPhase.STATEFUL or not meta.generation.mode.is_positive:
        return
    # A repeated key would replay the first response, even if its object was deleted since.
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
