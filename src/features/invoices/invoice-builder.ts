import type { InvoiceOpening } from '../../config/config.js';
import type { Customer } from '../customers/customer.entity.js';
import type { DocumentParty } from '../../platform/pdf/bol-document.js';
import type { InvoiceDocument } from '../../platform/pdf/invoice-document.js';
import type { Adjustment, Freight } from '../freight/record/freight.entity.js';
import { toPartyDto } from '../freight/record/freight.mapper.js';
import type { FreightStatus } from '../freight/record/freight-states.js';
import type { Quote } from '../quotes/quote.entity.js';
import { computeTotalWeight } from '../quotes/quote.mapper.js';
import type { Charge } from '../../domain/charges.js';

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

/** The statuses in which a shipment is to be billed. A step that was missed is made up for by the next one. */
export const BILLED_STATUSES: Record<InvoiceOpening, readonly FreightStatus[]> = {
  delivered: FROM_DELIVERY,
  picked_up: FROM_PICKUP,
  booked: FROM_BOOKING,
};

/** The statuses in which nothing is shipped: never booked, declined by the carrier, or cancelled. */
export const UNBILLED_STATUSES: readonly FreightStatus[] = ['draft', 'voided'];

const EMPTY_PARTY: DocumentParty = toPartyDto({ city: '', state: '', zip: '' });

/** Who is billed: whom the shipment names, else its customer, else the shipper. */
export function buildBillTo(freight: Freight, customer: Customer | null): DocumentParty {
  const { account: _account, type: _type, ...named } = freight.billTo ?? {};
  if (named.company || named.contact || named.address) return { ...EMPTY_PARTY, ...named };
  if (customer) {
    const { name, company: of } = customer;
    return {
      company: of ?? name,
      contact: of ? name : '',
      address: customer.address ?? '',
      city: customer.city ?? '',
      state: customer.state ?? '',
      zip: customer.zip ?? '',
      phone: customer.phone ?? '',
      email: customer.email ?? '',
    };
  }
  return toPartyDto(freight.shipFrom);
}

/** An adjustment as a line of the invoice. */
export function toAdjustmentCharge(
  { amountCents, reasons, description }: Adjustment,
  billed = amountCents,
): Charge {
  const flat = { quantity: 1, unit: 'flat' as const, rateCents: billed };
  return { type: 'adjustment', code: reasons[0] ?? 'ADJ', description, amountCents: billed, ...flat };
}

/** The shipment as its invoice shows it. */
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

function formatPlace({ city, state, zip }: { city: string; state: string; zip: string }): string {
  return `${city}, ${state} ${zip}`;
}
