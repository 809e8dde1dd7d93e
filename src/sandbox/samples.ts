import type { Bill } from '../bills/bill.entity.js';
import { presentBill } from '../bills/bill.presenter.js';
import type { Customer } from '../customers/customer.entity.js';
import { presentCustomer } from '../customers/customer.presenter.js';
import type { EventType } from '../events/event-types.js';
import { composeBol } from '../freight/bol.js';
import type { Freight } from '../freight/freight.entity.js';
import { presentFreight } from '../freight/freight.presenter.js';
import { shipmentInEvent } from '../freight/shipment-event.js';
import type { Invoice } from '../invoices/invoice.entity.js';
import { presentWithLines } from '../invoices/invoice.presenter.js';
import type { Quote } from '../quotes/quote.entity.js';
import { presentQuote } from '../quotes/quote.presenter.js';

const NOW = new Date('2026-01-15T12:00:00.000Z');
const LATER = new Date('2026-02-14T12:00:00.000Z');
const OWNED = { id: 0, organizationId: 0, mode: 'test', createdAt: NOW, updatedAt: NOW } as const;
const ORIGIN = { city: 'Los Angeles', state: 'CA', zip: '90001' };
const DESTINATION = { city: 'Chicago', state: 'IL', zip: '60601' };
const CARRIER = { carrierName: 'Sample Carrier', scac: 'SIM1', serviceLevel: 'Standard', transitDays: 5 };
const PRICE = 35_692;

const QUOTE = {
  ...OWNED,
  ...CARRIER,
  customerId: null,
  groupId: 'qg_00000000000000000000000000000000',
  quoteNumber: '0000000000',
  carrierId: 1,
  serviceCode: 'STD',
  status: 'active',
  netChargeCents: PRICE,
  charges: [{ type: 'linehaul', code: 'LINEHAUL', description: 'Linehaul, class 92.5', amountCents: PRICE }],
  originTerminal: null,
  destinationTerminal: null,
  origin: ORIGIN,
  destination: DESTINATION,
  items: [{ weight: 500, freight_class: '92.5', length: 48, width: 40, height: 48 }],
  accessorials: [],
  expiresAt: LATER,
} satisfies Quote;

const FREIGHT = {
  ...OWNED,
  ...CARRIER,
  quoteId: 0,
  customerId: null,
  status: 'scheduled',
  bolNumber: '04000000000000008',
  proNumber: '000000000',
  quotedCents: PRICE,
  totalChargeCents: PRICE,
  shipFrom: ORIGIN,
  shipTo: DESTINATION,
  billTo: null,
  commodity: null,
  referenceList: [],
  specialInstructions: null,
  shipDate: null,
  pickupDate: null,
  pickupConfirmation: null,
  statusReason: null,
  commandKey: null,
  deliveredAt: null,
  bolPrintedAt: null,
} satisfies Freight;

const INVOICE = {
  ...OWNED,
  freightId: 0,
  customerId: null,
  invoiceNumber: 'INV-000000',
  status: 'open',
  amountCents: PRICE,
  lateFeeCents: 0,
  amountPaidCents: 0,
  termsDays: 30,
  dueDate: LATER,
  paidAt: null,
  voidedAt: null,
  paymentMethod: null,
  paymentReference: null,
} satisfies Omit<Invoice, 'billTo' | 'shipment'>;

const CUSTOMER = {
  ...OWNED,
  name: 'Sample Customer',
  company: null,
  email: null,
  phone: null,
  externalRef: null,
  metadata: {},
} satisfies Customer;

const BILL = {
  ...OWNED,
  billNumber: 'SAMPLE',
  carrier: 'SIM1',
  carrierKey: 'SIM1',
  proNumber: null,
  proKey: null,
  freightId: null,
  billDate: '2026-01-15',
  lines: [],
  totalCents: PRICE,
  status: 'disputed',
  reason: 'A sample: it bills no shipment.',
  quotedCents: null,
  comparison: [],
} satisfies Bill;

/** What an event of a type carries when there is no test object that it could tell of. */
export function sampleOf(type: EventType): Record<string, unknown> {
  const [group, word] = type.split('.') as [string, string];
  switch (group) {
    case 'shipment':
      return { shipment: shipmentInEvent(FREIGHT, word === 'cancelled' ? 'voided' : word) };
    case 'quote':
      return word === 'created'
        ? { quote_group_id: QUOTE.groupId, quotes: [presentQuote(QUOTE)] }
        : { quote: presentQuote(QUOTE) };
    case 'invoice':
      return { invoice: presentWithLines(INVOICE as unknown as Invoice, []) };
    case 'customer':
      return { customer: presentCustomer(CUSTOMER) };
    case 'bill':
      return { bill: presentBill(BILL) };
    case 'bol':
      return { bol: composeBol(FREIGHT, QUOTE), shipment: presentFreight(FREIGHT) };
    default:
      return { message: 'This is a test delivery.', endpoint_id: 0 };
  }
}
