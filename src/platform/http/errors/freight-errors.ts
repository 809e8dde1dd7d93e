import { defineErrors, type ErrorSpec } from './error-spec.js';

const BOOKING_INCOMPLETE: ErrorSpec = {
  status: 422,
  type: 'invalid_request_error',
  message: 'The shipment lacks data that booking requires.',
  help: 'Set the fields named in `errors` with PATCH, then book again.',
  hasFieldErrors: true,
};

/** Errors of shipments, carriers, invoices and bills. */
export const FREIGHT_ERRORS = {
  booking_incomplete: BOOKING_INCOMPLETE,
  ...defineErrors(422, {
    freight_not_draft: [
      'The shipment is not a draft.',
      'Only drafts can be changed or booked. Cancel the shipment if it can still be cancelled, and create a new draft.',
    ],
    freight_not_confirmable: [
      'The shipment is not waiting for a PRO number.',
      'Confirm a shipment with the status `created`, or one with the status `tendered` whose `status_reason` asks you to call the carrier. To correct a PRO number, confirm the shipment again before pickup.',
    ],
    pro_number_taken: [
      'Another shipment of this carrier has this PRO number.',
      'Check the confirmation from the carrier. If the other shipment has the wrong number, confirm that one again.',
    ],
    freight_not_cancellable: [
      'The shipment can no longer be cancelled.',
      'A shipment can be cancelled once, until the carrier has picked it up.',
    ],
    quote_expired: ['The quote has expired.', 'Request new quotes and draft a shipment from one of them.'],
    quote_already_booked: [
      'Another shipment was booked with this quote.',
      'Request new quotes, or cancel the shipment that uses this quote.',
    ],
    address_differs_from_quote: [
      'The address differs from the quote.',
      'City, state and ZIP code must match the quote. Restore the field named in `param`, or request new quotes.',
    ],
    quote_expires_before_pickup: [
      'The quote expires before the pickup date.',
      'Book an earlier pickup date, or request new quotes with the `ship_date` you need. They stay valid through that day.',
    ],
    freight_differs_from_quote: [
      'The freight differs from the quote.',
      'Weight, freight class, hazmat and customer must match the quote, because the carrier bills what it measures. Restore the field named in `param`, or request new quotes.',
    ],
    carrier_declined: [
      'The carrier declined the shipment.',
      'Resolve the reason in `message`, or book another quote. The shipment is a draft again and its quote is free.',
    ],
    connection_refused: [
      'The carrier cannot be connected in this way.',
      'Connect adapters that call a carrier in live mode, and simulated carriers in test mode. `GET /api/v1/adapters` lists the modes of each adapter.',
    ],
    connection_in_use: [
      'Shipments in progress use this connection.',
      'Wait until they are delivered, cancel them, or connect the carrier again: the new connection serves them too.',
    ],
    carrier_not_connected: [
      'The carrier is no longer connected.',
      'Connect the carrier again, or ship with a quote of another carrier.',
    ],
    carrier_refused_cancel: [
      'The carrier refused to cancel the pickup.',
      'The shipment is unchanged. `message` contains the reason from the carrier. Call the carrier.',
    ],
    pickup_not_changeable: [
      'The shipment has no pickup that can be changed.',
      'A pickup can be changed after the carrier accepts the booking and before it picks up, one change at a time. For a draft, send the date and window when booking.',
    ],
    pickup_cutoff_passed: [
      'It is too late to change the pickup of today.',
      'Call the carrier. Carriers accept changes for the same day until a cutoff time at the origin.',
    ],
    carrier_refused_pickup: [
      'The carrier refused to change the pickup.',
      'The pickup is unchanged. `message` contains the reason from the carrier.',
    ],
    tracking_carrier_conflict: [
      'The number is already tracked with another carrier.',
      'Stop tracking the number, then start again with the correct carrier.',
    ],
    invoice_not_payable: [
      'The invoice cannot be paid.',
      'Only open and overdue invoices can be paid. Paid and void invoices are final.',
    ],
    payment_exceeds_balance: [
      'The payment exceeds the balance.',
      'Send at most `amount_remaining_cents` of the invoice, or omit the amount to pay all of it.',
    ],
    late_fee_not_waivable: [
      'There is no late fee to waive.',
      'Only the unpaid late fee of an overdue invoice can be waived.',
    ],
    invoice_not_voidable: [
      'The invoice cannot be voided.',
      'Only open and overdue invoices can be voided. Paid and void invoices are final.',
    ],
    bill_already_exists: [
      'Another bill of this carrier has this bill number.',
      'List the bills to find it. To correct it, send `replaces_bill_id`.',
    ],
    product_already_exists: [
      'Another product has this SKU.',
      'Use another `sku`, or update the product that has it.',
    ],
    address_already_exists: [
      'Another address has this external_ref.',
      'Use another `external_ref`, or update the address that has it.',
    ],
    bill_not_replaceable: [
      'The bill cannot be replaced.',
      'Set `replaces_bill_id` to a bill with the same carrier and PRO number that is no duplicate and was not replaced before.',
    ],
    bill_not_approvable: [
      'The bill cannot be approved.',
      'Only a bill with a known shipment can be approved, unless it is a duplicate, was replaced, or is already decided.',
    ],
    bill_not_disputable: [
      'The bill cannot be disputed.',
      'A bill can be disputed until it is approved or resolved. Duplicates need no dispute.',
    ],
    bill_not_resolvable: [
      'The bill cannot be resolved.',
      'Only a disputed bill can be resolved. Dispute it first, or approve it.',
    ],
    no_rates: [
      'No enabled carrier can rate this shipment.',
      'See `carrier_results` for the reason of each carrier. Connect more carriers, or change the shipment.',
    ],
    simulation_impossible: [
      'The test object cannot reach the requested state.',
      'Nothing was changed or sent. Use another object, or send the event only, with `apply=false`.',
    ],
    too_many_labels: [
      'The shipment has more labels than one PDF can hold.',
      'Request them in parts with `first_label` and `last_label`, or request fewer shipments at once.',
    ],
    document_missing: [
      'The shipment does not have this document yet.',
      'Leave out the document or the shipment. An invoice exists once the shipment reaches the step that opens it.',
    ],
  }),
};
