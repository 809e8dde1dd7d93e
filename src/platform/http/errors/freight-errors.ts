import { invalidRequest } from './error-spec.js';

/** What freight, money and their papers refuse. */
export const FREIGHT_ERRORS = {
  freight_not_draft: invalidRequest(
    422,
    'Only a draft can be changed or booked.',
    'The shipment is booked, under way or voided. Cancel it while it can be cancelled and draft a new one.',
  ),
  freight_not_confirmable: invalidRequest(
    422,
    'Only a shipment that waits for its PRO number can be confirmed.',
    'Confirming is for carriers without a booking API: the shipment must have the status `created`, be `tendered` with a `status_reason` that says to ask the carrier what became of the booking, or have another PRO number than the one it is to have, and not be picked up.',
  ),
  pro_number_taken: invalidRequest(
    422,
    'Another shipment of the carrier has this PRO number.',
    'A PRO number is one shipment’s: look at the carrier’s confirmation again, and confirm the other shipment anew if its number is the wrong one.',
  ),
  freight_not_cancellable: invalidRequest(
    422,
    'The shipment can no longer be cancelled.',
    'A shipment can be cancelled until the carrier has picked it up, and only once.',
  ),
  quote_expired: invalidRequest(
    422,
    'The quote has expired.',
    'Request new rates and draft a shipment from one of the new quotes.',
  ),
  quote_already_booked: invalidRequest(
    422,
    'Another shipment was booked with this quote.',
    'A quote is for one shipment. Request new rates, or cancel the shipment that holds the quote.',
  ),
  booking_incomplete: {
    ...invalidRequest(
      422,
      'The shipment lacks something that booking needs.',
      'Set the fields named in `errors` with PATCH and book again.',
    ),
    hasFieldErrors: true,
  },
  address_differs_from_quote: invalidRequest(
    422,
    'The address differs from the quote.',
    'City, state and ZIP must be those that were rated. Set the field named in `param` back, or request new rates.',
  ),
  quote_expires_before_pickup: invalidRequest(
    422,
    'The quote expires before the day of pickup.',
    'Book for an earlier day, or request new rates with the `ship_date` you need: they hold until that day is over.',
  ),
  freight_differs_from_quote: invalidRequest(
    422,
    'The freight differs from the quote.',
    'Weight, class, whether anything is hazardous, and the customer must be those that were rated: the carrier bills what it finds on the dock, and a customer has a price of its own. Set the field named in `param` back, or request new rates.',
  ),
  carrier_declined: invalidRequest(
    422,
    'The carrier declined the shipment.',
    'The shipment is a draft again and its quote is free. `message` has the carrier’s reason.',
  ),
  connection_refused: invalidRequest(
    422,
    'The carrier cannot be connected like this.',
    'Test mode moves nothing, so an adapter that calls a carrier is connected in live mode, and simulated carriers in test mode. `GET /api/v1/adapters` says in which modes each can be connected.',
  ),
  connection_in_use: invalidRequest(
    422,
    'Shipments that are under way need the connection.',
    'Without it nobody would track or cancel them with the carrier. Wait until they are delivered, cancel them, or connect the carrier anew: that replaces the connection and serves them too.',
  ),
  carrier_not_connected: invalidRequest(
    422,
    'The carrier is not connected any more.',
    'Connect the carrier again, or ship with the quote of another one.',
  ),
  carrier_refused_cancel: invalidRequest(
    422,
    'The carrier refused to cancel the pickup.',
    'The shipment is unchanged. `message` has the carrier’s reason.',
  ),
  pickup_not_changeable: invalidRequest(
    422,
    'There is no pickup that could be changed.',
    'A pickup can be changed once the carrier has accepted the booking and until it has picked up, one change after the other. For a draft, say the day and the window when booking.',
  ),
  pickup_cutoff_passed: invalidRequest(
    422,
    'It is too late to change the pickup of today.',
    'Carriers take changes of a pickup of the same day until a time of day at the origin. Telephone the carrier.',
  ),
  carrier_refused_pickup: invalidRequest(
    422,
    'The carrier refused to change the pickup.',
    'The pickup is unchanged. `message` has the carrier’s reason.',
  ),
  tracking_carrier_conflict: invalidRequest(
    422,
    'The number is already tracked with another carrier.',
    'Stop tracking the number and start again with the right carrier.',
  ),
  invoice_not_payable: invalidRequest(
    422,
    'The invoice cannot be paid.',
    'Only open and overdue invoices can be paid. A paid or void invoice never changes.',
  ),
  payment_exceeds_balance: invalidRequest(
    422,
    'The payment is more than remains to be paid.',
    '`amount_remaining_cents` of the invoice says what remains. Send that, or no amount at all for all of it.',
  ),
  late_fee_not_waivable: invalidRequest(
    422,
    'There is no late fee to waive.',
    'Only what is unpaid of the late fee of an overdue invoice can be waived.',
  ),
  invoice_not_voidable: invalidRequest(
    422,
    'The invoice cannot be voided.',
    'Only open and overdue invoices can be voided. A paid or void invoice never changes.',
  ),
  bill_already_exists: invalidRequest(
    422,
    'This bill of the carrier has been received before.',
    'A carrier’s bill number is taken once. List the bills to find the one that has it.',
  ),
  product_already_exists: invalidRequest(
    422,
    'Another product has this SKU.',
    'A `sku` is one product’s. List the products with it to find the one that has it, or change that one.',
  ),
  address_already_exists: invalidRequest(
    422,
    'Another address has this number of your own.',
    'An `external_ref` is one address’s. List the addresses with it to find the one that has it, or change that one.',
  ),
  bill_not_replaceable: invalidRequest(
    422,
    'The bill cannot be replaced by this one.',
    '`replaces_bill_id` names a bill of the same carrier and PRO number that is no duplicate and was not replaced before.',
  ),
  bill_not_approvable: invalidRequest(
    422,
    'The bill cannot be approved.',
    'A bill with a known shipment can be approved unless it is a duplicate, was replaced, or was decided on before.',
  ),
  bill_not_disputable: invalidRequest(
    422,
    'The bill cannot be disputed.',
    'A bill can be disputed until it is approved or resolved; a duplicate needs no dispute.',
  ),
  bill_not_resolvable: invalidRequest(
    422,
    'The bill cannot be resolved.',
    'Only a disputed bill can be resolved. Dispute it first, or approve it.',
  ),
  no_rates: invalidRequest(
    422,
    'No enabled carrier can rate this shipment.',
    '`carrier_results` says why, carrier by carrier. Enable further carriers or change the shipment.',
  ),
  simulation_impossible: invalidRequest(
    422,
    'The test object cannot get there from where it is.',
    'No legal transitions lead to what was to be simulated, so nothing was sent. Take another object, or `apply=false` to only send the event.',
  ),
};
