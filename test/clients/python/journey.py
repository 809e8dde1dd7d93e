"""The journey of a shipper's team in Python, with the client as it was generated (`openapi_client`) and the verifier of
receivers/python on the path. Takes the service from LADING_URL and LADING_KEY.
"""

import json
import os
import queue
import tempfile
import threading
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer

import openapi_client as lading
from verify_webhook import verify_webhook

api = lading.ApiClient(lading.Configuration(host=os.environ["LADING_URL"], access_token=os.environ["LADING_KEY"]))
freight_api, webhooks_api = lading.FreightApi(api), lading.WebhooksApi(api)


def quote():
    place = {"city": "Los Angeles", "state": "CA", "zip": "90001"}
    rated = lading.QuotesApi(api).create_quotes(
        lading.CreateQuotes(
            origin=lading.QuotePlace(**place),
            destination=lading.QuotePlace(city="Chicago", state="IL", zip="60601"),
            items=[lading.QuoteItem(weight=500, freight_class="92.5", length=48, width=40, height=48)],
        )
    )
    return rated.data[0].id


def draft(quote_id):
    freight = freight_api.create_freight(
        lading.CreateFreight(
            quote_id=quote_id,
            ship_from=lading.FreightParty(
                company="Acme Manufacturing", contact="Ann Lee", address="12 S Main St", phone="555-222-6666"
            ),
            ship_to=lading.FreightParty(
                company="Lakeside Stores", contact="Bob Ray", address="400 W Lake St", phone="555-333-7777"
            ),
            freight=lading.Commodity(description="Machine parts", handling_unit_type="pallet"),
            bill_to=None,
        )
    )
    assert freight.status == "draft" and freight.pro_number is None and freight.bill_to is None
    return freight.id


def every_page():
    pages, after = [], None
    while True:
        page = freight_api.list_freight(limit=2, starting_after=after)
        pages.append([freight.id for freight in page.data])
        if not page.has_more:
            return pages
        after = page.data[-1].id


def receive(freight_id):
    """Registers an endpoint and waits for a test and a simulated event: their signatures are good, and they are what they say."""
    deliveries = queue.Queue()

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(200)
            self.end_headers()
            deliveries.put((body, self.headers["X-Service-Signature"]))

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    endpoint = webhooks_api.create_webhook(
        lading.CreateWebhook(url=f"http://127.0.0.1:{server.server_port}/freight", events=["shipment.in_transit"])
    )
    webhooks_api.test_webhook(endpoint.id)
    lading.SandboxApi(api).simulate_event(
        "shipment.in_transit", simulate=lading.Simulate(shipment_id=freight_id, location="Denver, CO")
    )
    for _ in range(2):
        body, signature = deliveries.get(timeout=60)
        assert verify_webhook(body, signature, endpoint.secret), "the signature of the delivery is wrong"
        event = lading.Event.from_json(body.decode()).actual_instance
        assert isinstance(event, (lading.ShipmentInTransitEvent, lading.WebhookTestEvent)), event
    webhooks_api.delete_webhook(endpoint.id)


def decode_events():
    """Everything that happened so far, as endpoints are sent it."""
    records = get("/api/v1/events?limit=100")["data"]
    for record in records:
        body = {**record, "webhook": {"id": "whk_1", "url": "https://example.com"}}
        assert lading.Event.from_json(json.dumps(body)).actual_instance.type == record["type"]
    assert len(records) >= 3, records


def read_later_answer(freight_id):
    """What a later version of the service may answer: a field and a word that this client doesn't know."""
    answer = {**get(f"/api/v1/freight/{freight_id}"), "status": "returned", "new_field": {"new": True}}
    later = lading.Freight.from_dict(answer)
    assert later.id == freight_id and later.status == "returned"


def get(path):
    headers = {"Authorization": f"Bearer {os.environ['LADING_KEY']}"}
    with urllib.request.urlopen(urllib.request.Request(os.environ["LADING_URL"] + path, headers=headers)) as answer:
        return json.load(answer)


def refused(kind, code, call):
    try:
        call()
    except kind as error:
        assert error.data.error.code == code, error.data
    else:
        raise AssertionError(f"{code} was expected")


quote_id = quote()
freight_id = draft(quote_id)
booked = freight_api.book_freight(freight_id)
assert booked.pro_number, "booked without a PRO number"
tracking = freight_api.get_freight_tracking(freight_id)
assert tracking.tracking_number == booked.pro_number

others = [draft(quote_id), draft(quote_id)]
pages = every_page()
listed = [number for page in pages for number in page]
assert len(pages) > 1 and len(set(listed)) == len(listed) and {freight_id, *others} <= set(listed)

with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
    file.write(freight_api.download_bol(freight_id))
    file.flush()
    with open(file.name, "rb") as saved:
        assert saved.read(5) == b"%PDF-", "the bill of lading is no PDF"

receive(freight_id)
decode_events()
read_later_answer(freight_id)
refused(
    lading.exceptions.NotFoundException,
    "resource_missing",
    lambda: freight_api.get_freight(999_999_999),
)
refused(
    lading.exceptions.UnprocessableEntityException,
    "freight_not_draft",
    lambda: freight_api.update_freight(
        freight_id, update_freight=lading.UpdateFreight(special_instructions="Gate code 456")
    ),
)
print(f"journey done: PRO {booked.pro_number}, {len(listed)} shipments on {len(pages)} pages")
