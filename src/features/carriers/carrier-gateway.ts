import { Injectable, Logger } from '@nestjs/common';
import { toPickupDate } from '../../domain/business-days.js';
import { COUNTRY_FACTS, DEFAULT_COUNTRY, listCountries } from '../../domain/countries.js';
import { Config } from '../../config/config.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { AdapterRegistry } from './adapter-registry.js';
import {
  CarrierDeclined,
  CarrierFault,
  type CarrierAdapter,
  type CarrierDocumentType,
} from './carrier-adapter.js';
import { stackOf, toCarrierError } from './carrier-errors.js';
import { CarrierCallExecutor, type ResolvedConnection } from './carrier-call-executor.js';
import type { BookedFreight, PickupRequest, Place, TenderRequest } from './carrier-requests.js';
import { scheduleRequest, type UnscheduledRateRequest } from './pickup-calendar.js';
import {
  CarrierConnectionsRepository,
  type ConnectionWithCarrier,
} from './carrier-connections.repository.js';
import { parseRateAnswer, type RateAnswer } from './parse-rates.js';
import {
  EXCLUDED_REASON,
  NO_RATE_API_REASON,
  type CarrierOutcome,
  type PriceResult,
} from './price-result.js';
import { parseDocuments } from './parse-documents.js';
import { parsePickup, parseTender, type TenderAnswer } from './parse-tender.js';
import { parseTracking, type TrackingAnswer } from './parse-tracking.js';

/** The result of a changed pickup. `confirmation` is null if the number stays the same. */
export interface PickupAnswer {
  notified: boolean;
  confirmation: string | null;
}

/** The carrier has no pickup API, so a person must call it. */
export const PICKUP_NOT_NOTIFIED: PickupAnswer = { notified: false, confirmation: null };

export interface CarrierResult extends PriceResult {
  connection: ConnectionWithCarrier;
}

/** Returns true if scans of the carrier arrive for the tenant. */
type ScanSource = (tenant: Tenant, scac: string) => Promise<boolean>;

/** Calls carriers in isolation: each adapter gets its own copy of the request, and every answer is validated. */
@Injectable()
export class CarrierGateway {
  private readonly logger = new Logger('Carriers');
  private readonly scanSources: ScanSource[] = [];

  constructor(
    private readonly connections: CarrierConnectionsRepository,
    private readonly adapters: AdapterRegistry,
    private readonly calls: CarrierCallExecutor,
    private readonly config: Config,
  ) {}

  listConnections(tenant: Tenant): Promise<ConnectionWithCarrier[]> {
    return this.connections.listAll(tenant);
  }

  /** Rates with every connection in parallel. @param excluded SCACs of carriers to skip */
  async rateAll(
    tenant: Tenant,
    connections: ConnectionWithCarrier[],
    request: UnscheduledRateRequest,
    excluded: readonly string[],
  ): Promise<CarrierResult[]> {
    const signal = AbortSignal.timeout(this.config.quotes.deadlineMs);
    return Promise.all(
      connections.map((connection) =>
        excluded.includes(connection.scac)
          ? buildExcludedResult(connection, request)
          : this.rate(tenant, connection, request, signal),
      ),
    );
  }

  async rateOne(
    tenant: Tenant,
    connectionId: number,
    request: UnscheduledRateRequest,
  ): Promise<CarrierResult | null> {
    const connections = await this.connections.listAll(tenant);
    const connection = connections.find(({ id }) => id === connectionId);
    const signal = AbortSignal.timeout(this.config.quotes.deadlineMs);
    return connection ? this.rate(tenant, connection, request, signal) : null;
  }

  private async rate(
    tenant: Tenant,
    connection: ConnectionWithCarrier,
    unscheduled: UnscheduledRateRequest,
    signal: AbortSignal,
  ): Promise<CarrierResult> {
    const start = performance.now();
    const { holidays } = connection;
    const request = scheduleRequest(unscheduled, holidays);
    const result = (
      outcome: CarrierOutcome,
      reason: string | null,
      { rates, warnings }: RateAnswer = { rates: [], warnings: [] },
    ): CarrierResult => ({
      connection,
      carrier: connection,
      bookedBy: 'carrier',
      holidays,
      pickupDate: request.shipDate,
      outcome,
      reason,
      durationMs: Math.round(performance.now() - start),
      rates,
      warnings,
    });
    try {
      const resolved = this.calls.resolve(tenant, connection);
      const { adapter, account } = resolved;
      if (!adapter.rate) throw new CarrierDeclined(NO_RATE_API_REASON);
      assertServed(adapter, [request.origin, request.destination]);
      const answer = await this.calls.execute(resolved, 'rate', signal, async () =>
        parseRateAnswer(await adapter.rate!(deepCopy(request), account, signal)),
      );
      return answer.rates.length > 0
        ? result('rated', null, answer)
        : result('declined', 'The carrier returned no rate.');
    } catch (error) {
      const known = toCarrierError(error);
      if (known instanceof CarrierDeclined) return result('declined', known.message);
      if (signal.aborted) return result('timeout', 'The carrier did not respond in time.');
      if (known) return result('error', known.message);
      this.logger.error(stackOf(error));
      return result('error', 'The carrier request failed.');
    }
  }

  /** Returns how shipments are booked with a carrier; null if the tenant is not connected with it. */
  async resolveBookingMethod(tenant: Tenant, scac: string): Promise<'online' | 'by_hand' | null> {
    const { adapter } = (await this.findConnection(tenant, scac)) ?? {};
    if (!adapter) return null;
    return adapter.tender && !isBookedByHand(adapter, scac) ? 'online' : 'by_hand';
  }

  /** Returns true if scans of the carrier can arrive for the tenant: by its tracking API or from another source. */
  async reportsScans(tenant: Tenant, scac: string): Promise<boolean> {
    const { adapter } = (await this.findConnection(tenant, scac)) ?? {};
    if (adapter?.track) return true;
    const sources = await Promise.all(this.scanSources.map((source) => source(tenant, scac)));
    return sources.includes(true);
  }

  /** Adds a way other than a tracking API by which scans of a carrier arrive. */
  addScanSource(source: ScanSource): void {
    this.scanSources.push(source);
  }

  /** Returns the carrier's id if its API books but has no rates: a tariff then has the price. */
  async findBookingCarrierId(tenant: Tenant, scac: string): Promise<number | null> {
    const { adapter, carrierId = null } = (await this.findConnection(tenant, scac)) ?? {};
    return adapter?.tender && !adapter.rate ? carrierId : null;
  }

  /** Returns the settings of the tenant's connection with a carrier by an adapter; null if there is none. */
  async findSettings<T extends object>(tenant: Tenant, scac: string, adapter: string): Promise<T | null> {
    const connections = await this.connections.listAll(tenant);
    const connection = connections.find((candidate) => candidate.scac === scac);
    if (connection?.adapter !== adapter) return null;
    return this.calls.resolve(tenant, connection).account.settings as T;
  }

  private async findConnection(tenant: Tenant, scac: string) {
    const connections = await this.connections.listAll(tenant);
    const connection = connections.find((candidate) => candidate.scac === scac);
    return connection && { ...connection, adapter: this.adapters.find(connection.adapter) };
  }

  async tender(
    tenant: Tenant,
    carrierId: number,
    request: TenderRequest,
    signal: AbortSignal,
  ): Promise<TenderAnswer> {
    const reached = await this.resolveConnection(tenant, carrierId);
    const { adapter, account } = reached;
    if (!adapter.tender) throw new CarrierDeclined('The carrier has no booking API.');
    const { shipper, consignee, billTo, terms } = request;
    assertServed(adapter, [shipper, consignee, ...(billTo && terms === 'third_party' ? [billTo] : [])]);
    return this.calls.execute(reached, 'tender', signal, async () =>
      parseTender(await adapter.tender!(structuredClone(request), account, signal)),
    );
  }

  /** Returns false if the carrier has no cancellation API, so that a person must call it. @throws CarrierDeclined, CarrierFault */
  async cancel(
    tenant: Tenant,
    carrierId: number,
    booked: BookedFreight,
    signal: AbortSignal,
  ): Promise<boolean> {
    const reached = await this.resolveConnection(tenant, carrierId);
    const { adapter, account } = reached;
    if (!adapter.cancel || isBookedByHand(adapter, account.scac)) return false;
    await this.calls.execute(reached, 'cancel', signal, async () =>
      adapter.cancel!(structuredClone(booked), account, signal),
    );
    return true;
  }

  /** Returns PICKUP_NOT_NOTIFIED if a person must call the carrier. @throws CarrierDeclined, CarrierFault */
  async changePickup(
    tenant: Tenant,
    carrierId: number,
    request: PickupRequest,
    signal: AbortSignal,
  ): Promise<PickupAnswer> {
    const reached = await this.resolveConnection(tenant, carrierId);
    const { adapter, account } = reached;
    if (!adapter.pickup || isBookedByHand(adapter, account.scac)) return PICKUP_NOT_NOTIFIED;
    return this.calls.execute(reached, 'pickup', signal, async () => {
      const answer = await adapter.pickup!(structuredClone(request), account, signal);
      return { notified: true, confirmation: request.wanted ? parsePickup(answer) : null };
    });
  }

  async track(
    tenant: Tenant,
    carrierId: number,
    proNumber: string,
    signal: AbortSignal,
  ): Promise<TrackingAnswer & { simulated: boolean }> {
    const reached = await this.resolveConnection(tenant, carrierId);
    const { adapter, account } = reached;
    if (!adapter.track) throw new CarrierDeclined('The carrier has no tracking API.');
    const answer = await this.calls.execute(reached, 'track', signal, async () =>
      parseTracking(await adapter.track!(proNumber, account, signal)),
    );
    return { ...answer, simulated: adapter.name === 'simulated' };
  }

  async listDocumentTypes(tenant: Tenant, carrierId: number): Promise<readonly CarrierDocumentType[]> {
    const { adapter } = await this.resolveConnection(tenant, carrierId);
    return adapter.documents ? (adapter.documentTypes ?? []) : [];
  }

  async fetchDocuments(
    tenant: Tenant,
    carrierId: number,
    booked: BookedFreight,
    type: CarrierDocumentType,
    signal: AbortSignal,
  ): Promise<Buffer[]> {
    const reached = await this.resolveConnection(tenant, carrierId);
    const { adapter, account } = reached;
    if (!adapter.documents) throw new CarrierDeclined('The carrier has no documents API.');
    return this.calls.execute(reached, 'documents', signal, async () =>
      parseDocuments(await adapter.documents!(structuredClone(booked), type, account, signal)),
    );
  }

  /** @throws CarrierFault if the tenant is not connected with the carrier */
  private async resolveConnection(tenant: Tenant, carrierId: number): Promise<ResolvedConnection> {
    const connections = await this.connections.listAll(tenant);
    const connection = connections.find((candidate) => candidate.carrierId === carrierId);
    if (!connection) throw new CarrierFault('The carrier is not connected.', undefined, true);
    return this.calls.resolve(tenant, connection);
  }
}

function buildExcludedResult(
  connection: ConnectionWithCarrier,
  request: UnscheduledRateRequest,
): CarrierResult {
  const { holidays } = connection;
  const common = { connection, carrier: connection, bookedBy: 'carrier' as const, durationMs: 0, rates: [] };
  const calendar = { holidays, pickupDate: toPickupDate(request, holidays) };
  return { ...common, ...calendar, outcome: 'excluded', reason: EXCLUDED_REASON };
}

/** @throws CarrierDeclined for a place in a country that the adapter does not list */
function assertServed(
  { countries = [DEFAULT_COUNTRY] }: CarrierAdapter,
  places: readonly Partial<Place>[],
): void {
  const unserved = listCountries(places).find((country) => !countries.includes(country));
  if (!unserved) return;
  throw new CarrierDeclined(
    `The carrier's connection does not accept shipments from or to ${COUNTRY_FACTS[unserved].name}.`,
  );
}

function isBookedByHand({ carriers }: CarrierAdapter, scac: string): boolean {
  return carriers?.find((carrier) => carrier.scac === scac)?.bookedByHand ?? false;
}

/** Copies plain data deeply in a tenth of the time of `structuredClone`. */
function deepCopy<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(deepCopy) as T;
  const copy = { ...value };
  for (const key in copy) if (typeof copy[key] === 'object') copy[key] = deepCopy(copy[key]);
  return copy;
}
