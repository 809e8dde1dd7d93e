import { Injectable, Logger } from '@nestjs/common';
import { Config } from '../config.js';
import { Secrets } from '../tenancy/secrets.js';
import type { Tenant } from '../tenancy/tenant.js';
import { outsideText } from '../vocabulary/outside-text.js';
import { AdapterRegistry } from './adapter-registry.js';
import {
  CarrierDeclined,
  CarrierFault,
  type CarrierAccount,
  type CarrierAdapter,
  type Rate,
  type RateRequest,
  type TenderAnswer,
  type TenderRequest,
  type TrackingAnswer,
} from './carrier-adapter.js';
import {
  CarrierConnectionsRepository,
  type ConnectionWithCarrier,
} from './carrier-connections.repository.js';

export const CARRIER_OUTCOMES = ['rated', 'declined', 'timeout', 'error'] as const;
export type CarrierOutcome = (typeof CARRIER_OUTCOMES)[number];

/** What one carrier made of a rate request. */
export interface CarrierResult {
  connection: ConnectionWithCarrier;
  outcome: CarrierOutcome;
  reason: string | null;
  durationMs: number;
  rates: Rate[];
}

/** An adapter with the tenant's account at its carrier. */
interface Reached {
  adapter: CarrierAdapter;
  account: CarrierAccount<object>;
}

/** What the columns of PRO numbers and pickup confirmations hold. */
const MAX_NUMBER = 50;

/** Asks carriers, each within its deadline: one slow or broken carrier never fails or delays the others. */
@Injectable()
export class CarrierGateway {
  private readonly logger = new Logger('Carriers');

  constructor(
    private readonly connections: CarrierConnectionsRepository,
    private readonly adapters: AdapterRegistry,
    private readonly secrets: Secrets,
    private readonly config: Config,
  ) {}

  /** Rates from every carrier the tenant is connected with. */
  async rateAll(tenant: Tenant, request: RateRequest): Promise<CarrierResult[]> {
    const connections = await this.connections.listEnabled(tenant);
    const signal = AbortSignal.timeout(this.config.quotes.deadlineMs);
    return Promise.all(connections.map((connection) => this.rate(connection, request, signal)));
  }

  private async rate(
    connection: ConnectionWithCarrier,
    request: RateRequest,
    signal: AbortSignal,
  ): Promise<CarrierResult> {
    const start = performance.now();
    const result = (outcome: CarrierOutcome, reason: string | null, rates: Rate[] = []): CarrierResult => ({
      connection,
      outcome,
      reason,
      durationMs: Math.round(performance.now() - start),
      rates,
    });
    try {
      const { adapter, account } = this.reach(connection);
      const rates = await untilAborted(adapter.rate(request, account, signal), signal);
      return rates.length > 0
        ? result('rated', null, rates)
        : result('declined', 'The carrier offered no rate.');
    } catch (error) {
      if (error instanceof CarrierDeclined) return result('declined', error.message);
      if (signal.aborted) return result('timeout', 'The carrier did not answer in time.');
      if (error instanceof CarrierFault) return result('error', error.message);
      this.logger.error(error);
      return result('error', 'The carrier could not be asked.');
    }
  }

  /** How shipments are booked with a carrier; null when the tenant isn't connected with it any more. */
  async bookingWay(tenant: Tenant, scac: string): Promise<'online' | 'by_hand' | null> {
    const connections = await this.connections.listEnabled(tenant);
    const connection = connections.find((candidate) => candidate.scac === scac);
    if (!connection) return null;
    return this.adapters.get(connection.adapter).tender ? 'online' : 'by_hand';
  }

  /** Books. @throws CarrierDeclined, CarrierFault */
  async tender(
    tenant: Tenant,
    carrierId: number,
    request: TenderRequest,
    signal: AbortSignal,
  ): Promise<TenderAnswer> {
    const answer = await this.ask(tenant, carrierId, signal, ({ adapter, account }) => {
      if (!adapter.tender) throw new CarrierFault('The carrier has no booking API.');
      return adapter.tender(request, account, signal);
    });
    const proNumber = outsideText(answer.proNumber);
    if (proNumber === '' || proNumber.length > MAX_NUMBER) {
      throw new CarrierFault('The carrier answered no PRO number.');
    }
    return { proNumber, pickupConfirmation: outsideText(answer.pickupConfirmation, MAX_NUMBER) || null };
  }

  /** Calls a booked pickup off; done already when the carrier has no way to be told. @throws CarrierDeclined, CarrierFault */
  async cancel(tenant: Tenant, carrierId: number, proNumber: string, signal: AbortSignal): Promise<void> {
    await this.ask(tenant, carrierId, signal, async ({ adapter, account }) =>
      adapter.cancel?.(proNumber, account, signal),
    );
  }

  /** What the carrier knows of a number, and whether the carrier is a simulated one. @throws CarrierDeclined, CarrierFault */
  async track(
    tenant: Tenant,
    carrierId: number,
    proNumber: string,
    signal: AbortSignal,
  ): Promise<TrackingAnswer & { simulated: boolean }> {
    return this.ask(tenant, carrierId, signal, async ({ adapter, account }) => {
      if (!adapter.track) throw new CarrierFault('The carrier has no tracking API.');
      const answer = await adapter.track(proNumber, account, signal);
      return { ...answer, simulated: adapter.name === 'simulated' };
    });
  }

  /** One call to one carrier, whose failures are all a CarrierDeclined or a CarrierFault. */
  private async ask<T>(
    tenant: Tenant,
    carrierId: number,
    signal: AbortSignal,
    call: (reached: Reached) => Promise<T>,
  ): Promise<T> {
    const connections = await this.connections.listEnabled(tenant);
    const connection = connections.find((candidate) => candidate.carrierId === carrierId);
    if (!connection) throw new CarrierFault('The carrier is not connected.');
    try {
      return await untilAborted(call(this.reach(connection)), signal);
    } catch (error) {
      if (error instanceof CarrierDeclined || error instanceof CarrierFault) throw error;
      if (signal.aborted) throw new CarrierFault('The carrier did not answer in time.');
      this.logger.error(error);
      throw new CarrierFault('The carrier could not be asked.');
    }
  }

  private reach({ adapter, scac, sealedSettings }: ConnectionWithCarrier): Reached {
    const settings = JSON.parse(this.secrets.open(sealedSettings)) as object;
    return { adapter: this.adapters.get(adapter), account: { scac, settings } };
  }
}

/** Ends with the signal even when the adapter doesn't heed it. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort: () => void;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(new CarrierFault('aborted'));
    signal.addEventListener('abort', onAbort, { once: true });
  });
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
}
