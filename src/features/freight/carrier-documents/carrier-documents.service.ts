import { Injectable, Logger } from '@nestjs/common';
import { CarrierDeclined, CarrierFault, type CarrierDocumentType } from '../../carriers/carrier-adapter.js';
import { CarrierGateway } from '../../carriers/carrier-gateway.js';
import { FairPool } from '../../../platform/jobs/fair-pool.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { Booked, type BookedWithCarrier } from '../booking/booked.js';
import { CarrierFiles, type Outcome } from '../documents/carrier-files.js';
import type { DocumentFetch } from './document-fetch.entity.js';
import { DocumentFetchesRepository } from './document-fetches.repository.js';
import { DocumentSearches, type Found } from './document-searches.service.js';

/** Few at once: each may bring files of ten megabytes. No carrier and no organization takes all places. */
const MOST = { atOnce: 4, inLane: 2 };
const PATIENCE_MS = 30_000;
/** Longer than the inquiries of a shipment and the storing can take. */
const LEASE_MS = 300_000;

const BEST_FIRST: Outcome[] = ['kept', 'no_room', 'none'];

/** Fetches what the carrier keeps of a shipment as it appears: its bill of lading, the signed receipt, the scale's word, its bill. */
@Injectable()
export class CarrierDocuments {
  private readonly logger = new Logger('Documents');

  constructor(
    private readonly fetches: DocumentFetchesRepository,
    private readonly files: CarrierFiles,
    private readonly searches: DocumentSearches,
    private readonly booked: Booked,
    private readonly gateway: CarrierGateway,
  ) {}

  /** Asks for what is due until nothing is. Safe in several processes at once. */
  async fetchDue(): Promise<void> {
    const pool = new FairPool<DocumentFetch, 'carrier' | 'organization'>(
      MOST,
      { carrier: ({ carrierId }) => carrierId, organization: ({ organizationId }) => organizationId },
      (fetch) => this.fetch(fetch).catch((error: unknown) => this.logger.warn(error)),
    );
    await pool.drain((limit, full) => this.fetches.claimDue(limit, LEASE_MS, full));
  }

  private async fetch(fetch: DocumentFetch): Promise<void> {
    const { organizationId, mode, freightId, found } = fetch;
    const tenant = { organizationId, mode };
    const known = await this.booked.find(tenant, freightId);
    if (!known) return this.fetches.stop(tenant, fetch.id);
    const result: Found = { found: [], missing: new Map() };
    for (const type of await this.typesOf(tenant, known)) {
      if (found.includes(type)) continue;
      const outcome = await this.look(tenant, freightId, known, type);
      if (outcome === 'kept') result.found.push(type);
      else result.missing.set(type, outcome);
    }
    await this.searches.settle(tenant, fetch, result);
  }

  /** What the carrier can be asked for; nothing of one that isn't connected any more. */
  private async typesOf(
    tenant: Tenant,
    { carrierId }: BookedWithCarrier,
  ): Promise<readonly CarrierDocumentType[]> {
    try {
      return await this.gateway.documentTypes(tenant, carrierId);
    } catch (error) {
      if (!(error instanceof CarrierFault)) throw error;
      return [];
    }
  }

  private async look(
    tenant: Tenant,
    freightId: number,
    { carrierId, booked }: BookedWithCarrier,
    type: CarrierDocumentType,
  ): Promise<Outcome> {
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const files = await this.gateway.documents(tenant, carrierId, booked, type, signal);
      const outcomes: Outcome[] = [];
      for (const bytes of files) outcomes.push(await this.files.keep(tenant, freightId, type, bytes));
      return BEST_FIRST.find((outcome) => outcomes.includes(outcome)) ?? 'none';
    } catch (error) {
      if (!(error instanceof CarrierDeclined) && !(error instanceof CarrierFault)) throw error;
      this.logger.debug(error.message);
      return 'none';
    }
  }
}
