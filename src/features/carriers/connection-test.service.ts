import { Injectable } from '@nestjs/common';
import { observeCalls, type ObservedCall } from '../../platform/http-client/call-observer.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { AdapterRegistry } from './adapter-registry.js';
import { type CarrierDocumentType, CARRIER_OPERATIONS, type CarrierOperation } from './carrier-adapter.js';
import { buildSampleRateRequest } from './certification/sample-freight.js';
import { CarrierGateway } from './carrier-gateway.js';
import type { CarrierOutcome } from './price-result.js';

export interface ConnectionTestResult {
  carrier: string;
  /** The result for a pallet from Los Angeles to Chicago: `rated` and `declined` prove the credentials. */
  rate: { outcome: CarrierOutcome; reason: string | null; quotes: number; duration_ms: number };
  /** Operations that are not tested because they would move freight. */
  supports: {
    booking: boolean;
    cancelling: boolean;
    tracking: boolean;
    documents: readonly CarrierDocumentType[];
  };
  operations: CarrierOperation[];
  calls: ConnectionTestCall[];
}

export type ConnectionTestCall = Pick<ObservedCall, 'method' | 'url' | 'status' | 'fault' | 'durationMs'>;

/** Tests a connection by requesting a rate, which moves no freight. */
@Injectable()
export class ConnectionTestService {
  constructor(
    private readonly gateway: CarrierGateway,
    private readonly adapters: AdapterRegistry,
  ) {}

  async test(tenant: Tenant, connectionId: number): Promise<ConnectionTestResult | null> {
    const calls: ConnectionTestCall[] = [];
    const result = await observeCalls(
      (call) => calls.push(stripQuery(call)),
      () => this.gateway.rateOne(tenant, connectionId, buildSampleRateRequest()),
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

/** The query string may contain a key. */
function stripQuery({ method, url, status, fault, durationMs }: ObservedCall): ConnectionTestCall {
  return { method, url: url.replace(/[?#].*/s, ''), status, fault, durationMs };
}
