"""Runs the verifier against the test vectors: python3 check_vectors.py ../test-vectors.json"""

import json
import sys

from verify_webhook import verify_webhook

with open(sys.argv[1], encoding="utf-8") as file:
    vectors = json.load(file)["vectors"]

passed = 0
for vector in vectors:
    body = vector["body"].encode("utf-8")
    result = verify_webhook(
        body, vector["header"], vector["secret"], vector["tolerance_seconds"], vector["now"]
    )
    if result == vector["valid"]:
        passed += 1
    else:
        print(f"{vector['name']}: {result}", file=sys.stderr)

print(f"{passed} of {len(vectors)}")
sys.exit(0 if passed == len(vectors) else 1)
