import type { RateItem, RateRequest, TenderRequest } from '../../src/features/carriers/carrier-requests.js';

/** Builds a line of one pallet. */
export function buildPallet(
  weight: number,
  freight_class: RateItem['freight_class'],
  more: Partial<RateItem> = {},
): RateItem {
  const unit = { quantity: 1, handling_unit_type: 'pallet' as const, stackable: false };
  return { ...unit, weight, freight_class, length: 48, width: 40, height: 48, ...more };
}

/** Builds a rate request from Los Angeles to Chicago without services. */
export function buildRateRequest(items: RateItem[], more: Partial<RateRequest> = {}): RateRequest {
  return {
    origin: { city: 'Los Angeles', state: 'CA', zip: '90001' },
    destination: { city: 'Chicago', state: 'IL', zip: '60601' },
    items,
    accessorials: [],
    limitedAccess: {},
    shipDate: '2026-12-01',
    declaredValueCents: null,
    terms: 'prepaid',
    billTo: null,
    ...more,
  };
}

/** Builds a booking from Los Angeles to Chicago: one pallet, prepaid, without services. */
export function buildTenderRequest(reference: string, more: Partial<TenderRequest> = {}): TenderRequest {
  const { origin, destination, items } = buildRateRequest([buildPallet(500, '70')]);
  const party = { company: 'Acme', address: '12 S Main St', phone: '555-222-6666' };
  return {
    reference,
    carrierQuoteNumber: '7000001',
    serviceCode: 'STD',
    shipper: { ...origin, ...party },
    consignee: { ...destination, ...party },
    items,
    accessorials: [],
    limitedAccess: {},
    declaredValueCents: null,
    terms: 'prepaid',
    billTo: null,
    references: [],
    orders: [],
    description: 'Machine parts',
    specialInstructions: null,
    pickupDate: '2026-12-01',
    pickup: { readyTime: '10:00', closeTime: '17:00' },
    emergencyContact: null,
    ...more,
  };
}
