import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import { Config } from '../config.js';
import { watchCalls } from '../outbound/call-watch.js';
import { CircuitBreaker, Resting } from '../outbound/circuit-breaker.js';
import { within } from '../outbound/deadline.js';
import { OutboundFault } from '../outbound/outbound-fault.js';
import { Secrets } from '../secrets/secrets.js';
import type { Tenant } from '../tenancy/tenant.js';
import { outsideText } from '../vocabulary/outside-text.js';
import { AdapterRegistry } from './adapter-registry.js';
import type { CarrierOperation } from './calls/carrier-call.entity.js';
import { CarrierCallLog } from './calls/carrier-call-log.js';
import {
  CarrierDeclined,
  CarrierFault,
  type CarrierAccount,
  type CarrierAdapter,
  type PickupRequest,
  type RateRequest,
  type TenderRequest,
} from './carrier-adapter.js';
import {
  CarrierConnectionsRepository,
  type ConnectionWithCarrier,
} from './carrier-connections.repository.js';
import { metered } from './metered.js';
import { parseRates, type Rate } from './parse-rates.js';
import type { CarrierOutcome, PriceResult } from './price-result.js';
import { parsePickup, parseTender, type TenderAnswer } from './parse-tender.js';
import { parseTracking, type TrackingAnswer } from './parse-tracking.js';

/** The same of a connected carrier. */
export interface CarrierResult extends PriceResult {
  connection: ConnectionWithCarrier;
}

/** What stands before each connection: it is left alone when it fails, and asked so many things at once at most. */
interface Door {
  breaker: CircuitBreaker;
  turns: LimitFunction;
}

/** An adapter with the tenant's account at its carrier. */
interface Reached {
  tenant: Tenant;
  connection: ConnectionWithCarrier;
  adapter: CarrierAdapter;
  account: CarrierAccount<object>;
}

/**
 * Asks carriers, each within its deadline: one slow or broken carrier never fails or delays the others. The border to
 * adapters: each gets its own copy of the request, and what it answers is parsed before anything else sees it.
 */
@Injectable()
export class CarrierGateway {
  private readonly logger = new Logger('Carriers');
  private readonly doors = new LRUCache<string, Door>({ max: 10_000 });

  constructor(
    private readonly connections: CarrierConnectionsRepository,
    private readonly adapters: AdapterRegistry,
    private readonly secrets: Secrets,
    private readonly log: CarrierCallLog,
    private readonly config: Config,
  ) {}

  /** Rates from every carrier the tenant is connected with. */
  async rateAll(tenant: Tenant, request: RateRequest): Promise<CarrierResult[]> {
    const connections = await this.connections.listEnabled(tenant);
    const signal = AbortSignal.timeout(this.config.quotes.deadlineMs);
    return Promise.all(connections.map((connection) => this.rate(tenant, connection, request, signal)));
  }

  /** The same from one of them; null when the tenant has no such connection in use. */
  async rateOne(tenant: Tenant, connectionId: number, request: RateRequest): Promise<CarrierResult | null> {
    const connections = await this.connections.listEnabled(tenant);
    const connection = connections.find(({ id }) => id === connectionId);
    const signal = AbortSignal.timeout(this.config.quotes.deadlineMs);
    return connection ? this.rate(tenant, connection, request, signal) : null;
  }

  private async rate(
    tenant: Tenant,
    connection: ConnectionWithCarrier,
    request: RateRequest,
    signal: AbortSignal,
  ): Promise<CarrierResult> {
    const start = performance.now();
    const result = (outcome: CarrierOutcome, reason: string | null, rates: Rate[] = []): CarrierResult => ({
      connection,
      carrier: connection,
      bookedBy: 'carrier',
      outcome,
      reason,
      durationMs: Math.round(performance.now() - start),
      rates,
    });
    try {
      const reached = this.reach(tenant, connection);
      const { adapter, account } = reached;
      const rates = await this.guarded(reached, 'rate', signal, async () =>
        parseRates(await adapter.rate(structuredClone(request), account, signal)),
      );
      return rates.length > 0
        ? result('rated', null, rates)
        : result('declined', 'The carrier offered no rate.');
    } catch (error) {
      const known = toCarrierError(error);
      if (known instanceof CarrierDeclined) return result('declined', known.message);
      if (signal.aborted) return result('timeout', 'The carrier did not answer in time.');
      if (known) return result('error', known.message);
      this.logger.error(stackOf(error));
      return result('error', 'The carrier could not be asked.');
    }
  }

  /** How shipments are booked with a carrier; null when the tenant isn't connected with it any more. */
  async bookingWay(tenant: Tenant, scac: string): Promise<'online' | 'by_hand' | null> {
    const connections = await this.connections.listEnabled(tenant);
    const connection = connections.find((candidate) => candidate.scac === scac);
    const adapter = connection && this.adapters.find(connection.adapter);
    if (!adapter) return null;
    return adapter.tender && !isBookedByHand(adapter, scac) ? 'online' : 'by_hand';
  }

  /** Books. @throws CarrierDeclined, CarrierFault */
  async tender(
    tenant: Tenant,
    carrierId: number,
    request: TenderRequest,
    signal: AbortSignal,
  ): Promise<TenderAnswer> {
    const reached = await this.carrier(tenant, carrierId);
    const { adapter, account } = reached;
    if (!adapter.tender) throw new CarrierDeclined('The carrier has no booking API.');
    return this.guarded(reached, 'tender', signal, async () =>
      parseTender(await adapter.tender!(structuredClone(request), account, signal)),
    );
  }

  /** Calls a booked pickup off; done already when the carrier has no way to be told. @throws CarrierDeclined, CarrierFault */
  async cancel(tenant: Tenant, carrierId: number, proNumber: string, signal: AbortSignal): Promise<void> {
    const reached = await this.carrier(tenant, carrierId);
    const { adapter, account } = reached;
    if (!adapter.cancel || isBookedByHand(adapter, account.scac)) return;
    await this.guarded(reached, 'cancel', signal, async () => adapter.cancel!(proNumber, account, signal));
  }

  /**
   * Changes a booked pickup, or calls it off; answers its number, null when there is no other. Done already when the carrier
   * has no way to be told. @throws CarrierDeclined, CarrierFault
   */
  async pickup(
    tenant: Tenant,
    carrierId: number,
    request: PickupRequest,
    signal: AbortSignal,
  ): Promise<string | null> {
    const reached = await this.carrier(tenant, carrierId);
    const { adapter, account } = reached;
    if (!adapter.pickup || isBookedByHand(adapter, account.scac)) return null;
    return this.guarded(reached, 'pickup', signal, async () => {
      const answer = await adapter.pickup!(structuredClone(request), account, signal);
      return request.wanted ? parsePickup(answer) : null;
    });
  }

  /** What the carrier knows of a number, and whether the carrier is a simulated one. @throws CarrierDeclined, CarrierFault */
  async track(
    tenant: Tenant,
    carrierId: number,
    proNumber: string,
    signal: AbortSignal,
  ): Promise<TrackingAnswer & { simulated: boolean }> {
    const reached = await this.carrier(tenant, carrierId);
    const { adapter, account } = reached;
    if (!adapter.track) throw new CarrierDeclined('The carrier has no tracking API.');
    const answer = await this.guarded(reached, 'track', signal, async () =>
      parseTracking(await adapter.track!(proNumber, account, signal)),
    );
    return { ...answer, simulated: adapter.name === 'simulated' };
  }

  /** @throws CarrierFault when the tenant isn't connected with it */
  private async carrier(tenant: Tenant, carrierId: number): Promise<Reached> {
    const connections = await this.connections.listEnabled(tenant);
    const connection = connections.find((candidate) => candidate.carrierId === carrierId);
    if (!connection) throw new CarrierFault('The carrier is not connected.', undefined, true);
    return this.reach(tenant, connection);
  }

  /**
   * Makes one call unless the carrier rests, when it is its turn, and never for longer than it has; what it says over
   * HTTP is kept. An answer that can't be read is a fault like none. Fails with a CarrierDeclined or a CarrierFault.
   */
  private async guarded<T>(
    { tenant, connection, account }: Reached,
    operation: CarrierOperation,
    signal: AbortSignal,
    call: () => Promise<T>,
  ): Promise<T> {
    const { breaker, turns } = this.doorOf(connection);
    const purpose = { tenant, scac: account.scac, operation, secrets: secretsIn(account.settings) };
    const watched = () => watchCalls((said) => this.log.keep(said, purpose), call);
    try {
      const asked = { carrier: account.scac, operation };
      return await metered(asked, () =>
        breaker.call(() =>
          within(signal, () => turns(() => within(signal, watched, tooLate)), tooLate).catch(
            (error: unknown) => {
              throw this.toFault(error, signal);
            },
          ),
        ),
      );
    } catch (error) {
      if (!(error instanceof Resting)) throw error;
      throw new CarrierFault(`The carrier failed too often and rests until ${error.until}.`, undefined, true);
    }
  }

  private toFault(error: unknown, signal: AbortSignal): CarrierDeclined | CarrierFault {
    const known = toCarrierError(error);
    if (known) return known;
    if (!signal.aborted) this.logger.error(stackOf(error));
    return new CarrierFault('The carrier could not be asked.');
  }

  /** One for each connection with its settings: what an operator has corrected is tried at once. */
  private doorOf({ id, sealedSettings }: ConnectionWithCarrier): Door {
    const key = `${id} ${sealedSettings.toString('base64', 0, 32)}`;
    let door = this.doors.get(key);
    if (!door) {
      const { restMs, concurrency } = this.config.outbound;
      door = { breaker: new CircuitBreaker(restMs), turns: pLimit(concurrency) };
      this.doors.set(key, door);
    }
    return door;
  }

  private reach(tenant: Tenant, connection: ConnectionWithCarrier): Reached {
    const { adapter: name, scac, sealedSettings } = connection;
    const adapter = this.adapters.find(name);
    if (!adapter) {
      throw new CarrierFault(`The carrier's adapter "${name}" is not installed.`, undefined, true);
    }
    const settings = JSON.parse(this.secrets.open(sealedSettings)) as object;
    return { tenant, connection, adapter, account: { scac, settings } };
  }
}

/** Whether somebody telephones: then nobody is told of anything by the service. */
function isBookedByHand({ carriers }: CarrierAdapter, scac: string): boolean {
  return carriers?.find((carrier) => carrier.scac === scac)?.bookedByHand ?? false;
}

function tooLate(): never {
  throw new CarrierFault('The carrier did not answer in time.');
}

/** A carrier's no or fault with a reason that can be stored and shown; null for any other error. */
function toCarrierError(error: unknown): CarrierDeclined | CarrierFault | null {
  try {
    if (error instanceof CarrierDeclined)
      return new CarrierDeclined(reasonIn(error) || 'The carrier declined.');
    if (error instanceof OutboundFault) {
      const reason = reasonIn(error) || 'The carrier could not be asked.';
      return new CarrierFault(reason, error.restMs, error.unheard);
    }
  } catch {
    // Even looking at it throws.
  }
  return null;
}

/** Texts of an account that may be kept nowhere: all but addresses, which tell where a call went. */
function secretsIn(settings: object): string[] {
  return Object.values(settings).flatMap((value: unknown) => {
    if (typeof value === 'object' && value !== null) return secretsIn(value);
    return typeof value === 'string' && !/^https?:/.test(value) ? [value] : [];
  });
}

function reasonIn({ message }: Error): string {
  return outsideText(message);
}

/** Where an adapter's own failure happened; never the whole error, whose request may hold credentials. */
function stackOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.stack) : `An adapter threw a ${typeof error}.`;
  } catch {
    return 'An adapter threw what can not be looked at.';
  }
}
