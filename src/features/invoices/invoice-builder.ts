import type { InvoiceOpening } from '../../config/config.js';
import type { Customer } from '../customers/customer.entity.js';
import type { DocumentParty } from '../../platform/pdf/bol-document.js';
import type { InvoiceDocument } from '../../platform/pdf/invoice-document.js';
import { formatForeignCountry } from '../../domain/countries.js';
import type { Adjustment, Freight, FreightParty } from '../freight/record/freight.entity.js';
import { toPartyDto } from '../freight/record/freight.mapper.js';
import type { FreightStatus } from '../freight/record/freight-states.js';
import type { Quote } from '../quotes/quote.entity.js';
import { computeTotalWeight } from '../quotes/quote.mapper.js';
import type { Charge } from '../../domain/charges.js';
import type { CreateInvoiceLineDto } from './invoices.dto.js';

const FROM_DELIVERY: FreightStatus[] = ['delivered'];
const FROM_PICKUP: FreightStatus[] = ['in_transit', ...FROM_DELIVERY];
const FROM_BOOKING: FreightStatus[] = [
  'created',
  'booked',
  'tendered',
  'carrier_accepted',
  'scheduled',
  ...FROM_PICKUP,
];

/** The statuses in which a shipment needs an invoice. Later statuses are included in case an event was missed. */
export const BILLED_STATUSES: Record<InvoiceOpening, readonly FreightStatus[]> = {
  delivered: FROM_DELIVERY,
  picked_up: FROM_PICKUP,
  booked: FROM_BOOKING,
};

/** The statuses in which nothing is shipped: not booked, declined by the carrier, or cancelled. */
export const UNBILLED_STATUSES: readonly FreightStatus[] = ['draft', 'voided'];

const EMPTY_PARTY: DocumentParty = toPartyDto({ city: '', state: '', zip: '' });

export function toCustomerParty({ name, company, ...customer }: Customer): DocumentParty {
  return {
    company: company ?? name,
    contact: company ? name : '',
    address: customer.address ?? '',
    city: customer.city ?? '',
    state: customer.state ?? '',
    zip: customer.zip ?? '',
    phone: customer.phone ?? '',
    email: customer.email ?? '',
  };
}

/** Returns the shipment's customer if it is on file, else its bill-to party, else its shipper. */
export function buildBillTo(freight: Freight, customer: Customer | null): DocumentParty {
  if (customer) return toCustomerParty(customer);
  const { account: _account, type: _type, ...named } = freight.billTo ?? {};
  if (named.company || named.contact || named.address) return { ...EMPTY_PARTY, ...named };
  return toPartyDto(freight.shipFrom);
}

/** Builds the invoice line of an adjustment, for all of its amount or a part. */
export function toAdjustmentCharge(
  { reasons, description, ...adjustment }: Adjustment,
  amountCents = adjustment.amountCents,
): Charge {
  const flat = { quantity: 1, unit: 'flat' as const, rateCents: amountCents };
  return { type: 'adjustment', code: reasons[0] ?? 'ADJ', description, amountCents, ...flat };
}

/** Builds the charges of an invoice made by hand. A line without a code has its type as code. */
export function toManualCharge({
  type,
  code,
  description,
  amount_cents: amountCents,
}: CreateInvoiceLineDto): Charge {
  const flat = { quantity: 1, unit: 'flat' as const, rateCents: amountCents };
  return { type, code: code ?? type.toUpperCase(), description, amountCents, ...flat };
}

/**
 * Returns the adjustments that no line bills. Each line bills one adjustment or a part of it: the credits of several
 * invoices may share one adjustment.
 */
export function findUnbilledAdjustments(
  adjustments: readonly Adjustment[],
  lines: readonly Pick<Charge, 'type' | 'description' | 'amountCents'>[],
): Adjustment[] {
  const billed = lines.filter(({ type }) => type === 'adjustment');
  const unmatched = adjustments.filter(({ description, amountCents }) => {
    const at = billed.findIndex(
      (line) => line.description === description && line.amountCents === amountCents,
    );
    if (at >= 0) billed.splice(at, 1);
    return at < 0;
  });
  return unmatched.flatMap((adjustment) => {
    let amountCents = adjustment.amountCents;
    const isPart = (line: (typeof billed)[number]): boolean =>
      line.description === adjustment.description && line.amountCents < 0 && line.amountCents >= amountCents;
    for (let at = billed.findIndex(isPart); at >= 0; at = billed.findIndex(isPart))
      amountCents -= billed.splice(at, 1)[0]!.amountCents;
    return amountCents === 0 ? [] : [{ ...adjustment, amountCents }];
  });
}

export function buildFreightSummary(freight: Freight, quote: Quote): InvoiceDocument['shipment'] {
  return {
    bolNumber: freight.bolNumber,
    proNumber: freight.proNumber,
    carrierName: freight.carrierName,
    scac: freight.scac,
    serviceLevel: freight.serviceLevel,
    quoteNumber: quote.quoteNumber,
    pickupDate: freight.pickupDate,
    deliveredAt: freight.deliveredOn ?? freight.deliveredAt?.toISOString() ?? null,
    origin: formatPlace(freight.shipFrom),
    destination: formatPlace(freight.shipTo),
    weight: computeTotalWeight(quote.items),
    references: freight.referenceList,
  };
}

function formatPlace(place: FreightParty): string {
  return `${place.city}, ${place.state} ${place.zip}${formatForeignCountry(place)}`;
}
