import { describe, it } from 'node:test';
import type { RateRequest, TenderRequest } from 'lading';
import { carrierChecks } from 'lading/conformance';
import { AcmeAdapter } from '../src/carrier/acme.adapter.js';

function buildRequest(weight: number): RateRequest {
  const pallet = { quantity: 1, handling_unit_type: 'pallet', length: 48, width: 40, height: 48 } as const;
  return {
    origin: { city: 'Chicago', state: 'IL', zip: '60601' },
    destination: { city: 'Peoria', state: 'IL', zip: '61602' },
    items: [{ ...pallet, weight, freight_class: '92.5', stackable: false }],
    accessorials: [],
    limitedAccess: {},
    shipDate: '2026-12-01',
    declaredValueCents: null,
    terms: 'prepaid',
    billTo: null,
  };
}

describe('the Acme adapter conforms to the carrier port', () => {
  const checks = carrierChecks({
    adapter: () => new AcmeAdapter(),
    account: { scac: 'ACMX', settings: { cents_per_cwt: 1_500 } },
    requiredSettings: ['cents_per_cwt'],
    secrets: [],
    requests: [buildRequest(500), buildRequest(1_200)],
    prices: [7_500, 18_000],
    tender: (): TenderRequest => {
      throw new Error('Acme is booked by hand.');
    },
  });
  for (const { name, run } of checks) it(name, run);
});
