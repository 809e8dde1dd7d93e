import { defineErrors, type ErrorSpec } from './error-spec.js';

const BOOKING_INCOMPLETE: ErrorSpec = {
  status: 422,
  type: 'invalid_request_error',
  message: 'The shipment lacks data that booking requires.',
  help: 'Set the fields listed in `errors` with PATCH, then book again.',
  hasFieldErrors: true,
};

/** Errors of shipments, carriers, invoices and bills. */
export const FREIGHT_ERRORS = {
  booking_incomplete: BOOKING_INCOMPLETE,
  ...defineErrors(422, {
    freight_not_draft: [
      'The shipment is no longer a draft. Draft a new shipment instead.',
      'Only drafts can be changed or booked. Cancel the shipment if the carrier has not picked it up, then draft a new one.',
    ],
    customs_items_missing: [
      'The shipment has no `customs.items`. Add them to the draft.',
      'A commercial invoice lists the goods in `customs.items`. Set them with PATCH before you book.',
    ],
    freight_not_confirmable: [
      'The shipment does not need a PRO number. Only shipments that await confirmation can be confirmed.',
      'Confirm a shipment that is `created`, has an open email or EDI tender, or has the `booking.state` `unsure`. To correct a PRO number, confirm the shipment again before pickup.',
    ],
    pro_number_taken: [
      'Another shipment of this carrier has this PRO number.',
      'Check the carrier’s confirmation. If the other shipment has the wrong PRO number, confirm that shipment again with the right number.',
    ],
    freight_not_scannable: [
      'You cannot record scans of this shipment. Book it and confirm its PRO number first.',
      'Record scans of a booked shipment with a PRO number. Set a missing number with POST /freight/{id}/confirm. You cannot record scans of drafts and canceled shipments.',
    ],
    freight_not_cancellable: [
      'The shipment cannot be canceled because it is already canceled or picked up.',
      'A shipment can be canceled once, before the carrier picks it up. Call the carrier about freight in transit.',
    ],
    quote_expired: [
      'The quote has expired. Request new quotes.',
      'Request new quotes and draft a shipment from one of them.',
    ],
    quote_already_booked: [
      'Another shipment was booked with this quote. Request new quotes.',
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
    pickup_changes_price: [
      'The price on the pickup day differs from the quote.',
      'Choose a day within the dates and the fuel period of the quote’s tariff, request new quotes, or change `on_pickup_change` of the tariff.',
    ],
    freight_differs_from_quote: [
      'The freight differs from the quote.',
      'Weight, freight class, hazmat and customer must match the quote, because the carrier bills what it measures. Restore the field named in `param`, or request new quotes.',
    ],
    carrier_declined: [
      'The carrier declined the shipment.',
      'Fix the problem described in `message`, or book another quote. The shipment is a draft again, and its quote can be booked again.',
    ],
    connection_refused: [
      'The carrier cannot be connected in this mode.',
      'Connect adapters that call a carrier in live mode, and simulated carriers in test mode. `GET /api/v1/adapters` lists the modes of each adapter.',
    ],
    connection_in_use: [
      'Shipments in progress use this connection.',
      'Wait until the shipments are delivered, or cancel them. You can also connect the carrier again: the new connection replaces this one.',
    ],
    carrier_not_connected: [
      'The carrier is no longer connected. Connect it again, or book a quote from another carrier.',
      'Connect the carrier with POST /api/v1/carrier-connections, or book a quote from another carrier.',
    ],
    carrier_refused_cancel: [
      'The carrier refused to cancel the shipment.',
      'The shipment is unchanged. `message` contains the reason from the carrier. Call the carrier.',
    ],
    pickup_not_changeable: [
      'The pickup cannot be changed now. The shipment is not booked yet or is already picked up, or another change is in progress.',
      'You can change a pickup after the carrier accepts the booking and before it picks up the freight. Make one change at a time. For a draft, send the date and window when you book.',
    ],
    pickup_cutoff_passed: [
      "It is too late to change today's pickup. Call the carrier.",
      'Carriers accept same-day changes until the cutoff (`PICKUP_CUTOFF`, local time at the origin). Call the carrier to change the pickup.',
    ],
    carrier_refused_pickup: [
      'The carrier refused to change the pickup.',
      'The pickup is unchanged. `message` contains the reason from the carrier.',
    ],
    tracking_carrier_conflict: [
      'The number is already tracked with another carrier. Stop tracking it first.',
      'Stop tracking the number, then start again with the correct carrier.',
    ],
    invoice_not_payable: [
      'The invoice cannot be paid.',
      'Only open and overdue invoices can be paid. Paid and void invoices are final.',
    ],
    payment_exceeds_balance: [
      'The payment exceeds the balance.',
      'Send at most the invoice’s `amount_remaining_cents`. For a credit, leave out the minus sign. Omit the amount to pay the full balance.',
    ],
    late_fee_not_waivable: [
      'The invoice has no unpaid late fee to waive.',
      'Only the unpaid late fee of an overdue invoice can be waived.',
    ],
    invoice_not_voidable: [
      'The invoice cannot be voided.',
      'Only open and overdue invoices can be voided. Paid and void invoices are final.',
    ],
    invoice_not_creditable: [
      'The invoice cannot be credited.',
      'A void invoice and a credit cannot be credited. Credit the invoice in `supplements_invoice_id` instead.',
    ],
    credit_exceeds_invoice: [
      'The credit exceeds the charges of the invoice.',
      'The credits of an invoice cannot exceed its charges without taxes. Waive a late fee with POST /invoices/{id}/waive-late-fee.',
    ],
    freight_not_invoiceable: [
      'The shipment cannot be invoiced.',
      'Void the issued invoice first, or add charges with POST /invoices. A draft is invoiced after its booking.',
    ],
    bill_already_exists: [
      'Another bill of this carrier has this bill number. Enter a different number, or replace that bill.',
      'List the bills to find the existing one. To correct it, send its id as `replaces_bill_id`.',
    ],
    product_already_exists: [
      'Another product has this SKU. Use a different SKU.',
      'Use another `sku`, or update the product that has it.',
    ],
    address_already_exists: [
      'Another address has this external_ref. Use a different one.',
      'Use another `external_ref`, or update the address that has it.',
    ],
    bill_not_replaceable: [
      'The bill cannot be replaced. Specify a bill with the same carrier and PRO number.',
      'Set `replaces_bill_id` to a bill with the same carrier and PRO number. A duplicate or a replaced bill cannot be replaced.',
    ],
    bill_not_approvable: [
      'The bill cannot be approved.',
      'Only a bill with a shipment can be approved. Duplicates, replaced bills, and approved or resolved bills cannot.',
    ],
    bill_not_disputable: [
      'The bill cannot be disputed.',
      'A bill can be disputed until it is approved or resolved. Duplicates do not need a dispute.',
    ],
    bill_not_reclassifiable: [
      'The kind of the bill cannot be changed.',
      'You can change the kind of a duplicate, or of a bill that is not yet approved or resolved.',
    ],
    bill_not_resolvable: [
      'The bill cannot be resolved.',
      'Only a disputed bill can be resolved. Dispute it first, or approve it.',
    ],
    edi_partner_in_use: [
      'The trading partner has interchanges or a carrier connection, so it cannot be deleted.',
      'Delete its carrier connection. Keep a partner with interchanges: they record the documents that were sent and received.',
    ],
    interchange_not_replayable: [
      'The interchange cannot be processed again.',
      'Replay a quarantined interchange, or an inbound one with unmatched documents.',
    ],
    no_rates: [
      'No enabled carrier can rate this shipment. See carrier_results for the reasons.',
      '`carrier_results` contains each carrier’s reason. Connect more carriers, or change the shipment.',
    ],
    simulation_impossible: [
      'The test object cannot move to the requested state. Use another object.',
      'Nothing was changed or sent. Use another object, or send only the event with `apply=false`.',
    ],
    too_many_labels: [
      'One PDF contains at most 500 labels. Request fewer at once.',
      'Request them in parts with `first_label` and `last_label`, or request fewer shipments at once.',
    ],
    document_missing: [
      'The shipment does not have this document yet.',
      'Omit the document or the shipment. The service creates the invoice when the shipment reaches the status in INVOICE_OPENS_ON.',
    ],
  }),
};
