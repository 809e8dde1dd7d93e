import { Injectable } from '@nestjs/common';
import { observeCalls, type ObservedCall } from '../../platform/http-client/call-observer.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { toBusinessDay } from '../../domain/business-days.js';
import { toLocalDay } from '../../domain/local-time.js';
import { addDays } from '../../domain/days.js';
import { AdapterRegistry } from './adapter-registry.js';
import { type CarrierDocumentType, CARRIER_OPERATIONS, type CarrierOperation } from './carrier-adapter.js';
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
  calls: ConnectionTestCall[];
}

export type ConnectionTestCall = Pick<ObservedCall, 'method' | 'url' | 'status' | 'fault' | 'durationMs'>;

/** Tries a connection without moving anything: asks for a price that nobody books. */
@Injectable()
export class ConnectionTestService {
  constructor(
    private readonly gateway: CarrierGateway,
    private readonly adapters: AdapterRegistry,
  ) {}

  /** Null when the tenant has no such connection. */
  async test(tenant: Tenant, connectionId: number): Promise<ConnectionTestResult | null> {
    const calls: ConnectionTestCall[] = [];
    const result = await observeCalls(
      (call) => calls.push(stripQuery(call)),
      () => this.gateway.rateOne(tenant, connectionId, buildSampleRequest()),
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
function stripQuery({ method, url, status, fault, durationMs }: ObservedCall): ConnectionTestCall {
  return { method, url: url.replace(/[?#].*/s, ''), status, fault, durationMs };
}

function buildSampleRequest(): RateRequest {
  const today = toLocalDay('America/Los_Angeles', new Date());
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
    shipDate: toBusinessDay(addDays(today, 1)),
    declaredValueCents: null,
    terms: 'prepaid',
    billTo: null,
  };
}
