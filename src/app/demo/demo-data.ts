/** Sample data of a shipper, Acme. The examples of the OpenAPI document and the demo organization use it. */

export const ORIGIN = { city: 'Los Angeles', state: 'CA', zip: '90001' };
export const DESTINATION = { city: 'Chicago', state: 'IL', zip: '60601' };

export const SHIP_FROM = {
  company: 'Acme Manufacturing',
  contact: 'Ann Lee',
  address: '12 S Main St',
  phone: '555-222-6666',
  email: 'dock@acme.example',
};
export const SHIP_TO = {
  company: 'Lakeside Stores',
  contact: 'Bob Ray',
  address: '400 W Lake St',
  phone: '555-333-7777',
  email: 'receiving@lakeside.example',
};

export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

export const PRODUCT = {
  sku: 'MP-24',
  name: 'Machine parts, pallet of 24',
  description: 'Machine parts',
  freight_class: '92.5',
  handling_unit_type: 'pallet',
  packaging_type: 'carton',
  weight: 500,
  length: 48,
  width: 40,
  height: 48,
};

export const TARIFF = {
  name: 'Acme Freight 2026',
  scac: 'ACME',
  carrier_name: 'Acme Freight',
  effective_from: '2026-01-01',
  discount_percent: 70,
  minimum_cents: 9500,
  fuel_percent: 31.5,
  fak: { '77.5': '70', '85': '70', '92.5': '70' },
  accessorials: {
    LFTD: { flat_cents: 9500 },
    IDL: { per_cwt_cents: 850, minimum_cents: 7500, maximum_cents: 45000 },
  },
  transit_days: 4,
  tender_email: 'dispatch@acme-freight.example',
};

export const RATE_REQUEST = {
  origin: ORIGIN,
  destination: DESTINATION,
  items: [
    {
      weight: 500,
      freight_class: '92.5',
      length: 48,
      width: 40,
      height: 48,
      quantity: 1,
      handling_unit_type: 'pallet',
      pieces: 12,
      packaging_type: 'carton',
      description: 'Machine parts',
    },
  ],
  accessorials: { destination_liftgate: true },
};

export const CUSTOMER = {
  name: 'Lakeside Stores',
  email: 'ap@lakeside.example',
  address: '400 W Lake St',
  ...DESTINATION,
  external_ref: 'C-1001',
};
export const WEBHOOK = {
  url: 'https://example.com/webhooks/freight',
  events: ['shipment.booked', 'shipment.delivered', 'invoice.created'],
  description: 'Order system',
};
export const MEMBER = { email: 'sam@acme.example', role: 'viewer', name: 'Sam Park' } as const;
export const INVITATION = { email: 'lee@acme.example', role: 'operator' };
/** A simulated carrier without a booking API. */
export const CONNECTION = { adapter: 'simulated', scac: 'SIM6', settings: { behaviour: 'normal' } };
export const KEY = { name: 'Warehouse 4', scopes: ['quotes.write', 'freight.read'] };
export const ADDRESS = { name: 'Main dock', ...SHIP_FROM, ...ORIGIN };

export const DRAFT = {
  ship_from: SHIP_FROM,
  ship_to: SHIP_TO,
  bill_to: { type: 'prepaid' },
  freight: { description: 'Machine parts', handling_unit_type: 'pallet' },
  references: [{ name: 'PO', value: '554238' }],
  orders: [{ number: '554238', packages: 12, weight: 500, palletized: true, info: 'Dept. 12' }],
  special_instructions: 'Gate code 123',
};
export const PICKUP = {
  ready_time: '09:00',
  close_time: '16:30',
  contact: 'Ann Lee',
  instructions: 'Dock 4, ring twice',
};
export const TRACKING_LINK = {
  pod: true,
  notify: [{ email: 'receiving@lakeside.example', events: ['out_for_delivery', 'delivered'] }],
};
export const TRACKED_NUMBER = { tracking_number: '123456785', carrier: 'Prairie Star LTL' };

interface ChargeLine {
  type: string;
  code: string;
  description: string;
  amount_cents: number;
}

export function buildBill(
  scac: string,
  proNumber: string,
  day: string,
  charges: readonly ChargeLine[],
): object {
  const lines = charges.map(({ type, code, description, amount_cents }) => ({
    type,
    code,
    description,
    amount_cents,
  }));
  return { bill_number: 'FB-20931', carrier: scac, pro_number: proNumber, bill_date: day, lines };
}

export function buildUnmatchedBill(scac: string, day: string): object {
  return {
    bill_number: 'FB-20977',
    carrier: scac,
    pro_number: '000000000',
    bill_date: day,
    total_cents: 41_250,
  };
}
