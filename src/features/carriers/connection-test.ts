import { Injectable } from '@nestjs/common';
import { watchCalls, type WatchedCall } from '../../platform/http-client/call-watch.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { businessDayFrom } from '../../domain/business-days.js';
import { dayIn } from '../../domain/time-zones.js';
import { plusDays } from '../../domain/days.js';
import { AdapterRegistry } from './adapter-registry.js';
import type { CarrierDocumentType } from './carrier-adapter.js';
import { CARRIER_OPERATIONS, type CarrierOperation } from './carrier-operations.js';
import type { RateRequest } from './carrier-requests.js';
import { CarrierGateway } from './carrier-gateway.js';
import type { CarrierOutcome } from './price-result.js';

/** What a try of a connection came to. */
export interface ConnectionTestResult {
  carrier: string;
  /** What a price for a pallet from Los Angeles to Chicago came to: `rated` or `declined` prove the credentials. */
  rate: { outcome: CarrierOutcome; reason: string | null; quotes: number; duration_ms: number };
  /** What the adapter can do beyond prices. Not tried: that would move freight. */
  supports: {
    booking: boolean;
    cancelling: boolean;
    tracking: boolean;
    documents: readonly CarrierDocumentType[];
  };
  /** The same, prices included, by the names of the port. */
  operations: CarrierOperation[];
  /** Who was called, in order. */
  calls: TriedCall[];
}

export type TriedCall = Pick<WatchedCall, 'method' | 'url' | 'status' | 'fault' | 'durationMs'>;

/** Tries a connection without moving anything: asks for a price that nobody books. */
@Injectable()
export class ConnectionTest {
  constructor(
    private readonly gateway: CarrierGateway,
    private readonly adapters: AdapterRegistry,
  ) {}

  /** Null when the tenant has no such connection. */
  async run(tenant: Tenant, connectionId: number): Promise<ConnectionTestResult | null> {
    const calls: TriedCall[] = [];
    const result = await watchCalls(
      (call) => calls.push(withoutQuery(call)),
      () => this.gateway.rateOne(tenant, connectionId, sample()),
    );
    if (!result) return null;
    const adapter = this.adapters.find(result.connection.adapter);
    const { outcome, reason, rates, durationMs } = result;
    return {
      carrier: result.connection.scac,
      rate: { outcome, reason, quotes: rates.length, duration_ms: durationMs },
      supports: {
        booking: adapter?.tender !== undefined,
        cancelling: adapter?.cancel !== undefined,
        tracking: adapter?.track !== undefined,
        documents: adapter?.documentTypes ?? [],
      },
      operations: CARRIER_OPERATIONS.filter((operation) => adapter?.[operation] !== undefined),
      calls,
    };
  }
}

/** A query may hold a key. */
function withoutQuery({ method, url, status, fault, durationMs }: WatchedCall): TriedCall {
  return { method, url: url.replace(/[?#].*/s, ''), status, fault, durationMs };
}

function sample(): RateRequest {
  const today = dayIn('America/Los_Angeles', new Date());
  return {
    origin: { city: 'Los Angeles', state: 'CA', zip: '90001' },
    destination: { city: 'Chicago', state: 'IL', zip: '60601' },
    items: [
      {
        quantity: 1,
        handling_unit_type: 'pallet',
        weight: 500,
        freight_class: '70',
        length: 48,
        width: 40,
        height: 48,
        stackable: false,
      },
    ],
    accessorials: [],
    limitedAccess: {},
    shipDate: businessDayFrom(plusDays(today, 1)),
    declaredValueCents: null,
    terms: 'prepaid',
    billTo: null,
  };
}
