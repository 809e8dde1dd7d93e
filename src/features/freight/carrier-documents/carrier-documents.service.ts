import { Injectable, Logger } from '@nestjs/common';
import { CarrierDeclined, CarrierFault, type CarrierDocumentType } from '../../carriers/carrier-adapter.js';
import { CarrierGateway } from '../../carriers/carrier-gateway.js';
import { FairPool } from '../../../platform/jobs/fair-pool.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { CarrierBookingService, type CarrierBooking } from '../booking/carrier-booking.service.js';
import { CarrierFilesService, type CarrierFileOutcome } from '../documents/carrier-files.service.js';
import type { DocumentFetch } from './document-fetch.entity.js';
import { DocumentFetchesRepository } from './document-fetches.repository.js';
import { DocumentSearchesService, type DocumentSearchResult } from './document-searches.service.js';
import { PeriodicJob } from '../../../platform/jobs/periodic-jobs.js';

/** Low, because each fetch may hold files of 10 MB. A lane is one carrier or one organization. */
const CONCURRENCY_LIMITS = { atOnce: 4, inLane: 2 };
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than fetching all document types of a shipment takes. */
const LEASE_MS = 300_000;

const OUTCOME_PRIORITY: CarrierFileOutcome[] = ['kept', 'no_room', 'none'];

/** Fetches the bill of lading, proof of delivery, weight certificate and invoice from carriers. */
@Injectable()
export class CarrierDocumentsService {
  private readonly logger = new Logger('Documents');

  constructor(
    private readonly fetches: DocumentFetchesRepository,
    private readonly carrierFiles: CarrierFilesService,
    private readonly documentSearches: DocumentSearchesService,
    private readonly carrierBookings: CarrierBookingService,
    private readonly gateway: CarrierGateway,
  ) {}

  /** Processes due fetches until none is left. Safe to run in several processes. */
  @PeriodicJob('10s', 'carrier documents')
  async fetchDue(): Promise<void> {
    const pool = new FairPool<DocumentFetch, 'carrier' | 'organization'>(
      CONCURRENCY_LIMITS,
      { carrier: ({ carrierId }) => carrierId, organization: ({ organizationId }) => organizationId },
      (fetch) => this.fetch(fetch).catch((error: unknown) => this.logger.warn(error)),
    );
    await pool.drain((limit, full) => this.fetches.claimDue(limit, LEASE_MS, full));
  }

  private async fetch(fetch: DocumentFetch): Promise<void> {
    const { organizationId, mode, freightId, found } = fetch;
    const tenant = { organizationId, mode };
    const booking = await this.carrierBookings.find(tenant, freightId);
    if (!booking) return this.fetches.stop(tenant, fetch.id);
    const result: DocumentSearchResult = { found: [], missing: new Map() };
    for (const type of await this.listDocumentTypes(tenant, booking)) {
      if (found.includes(type)) continue;
      const outcome = await this.fetchType(tenant, freightId, booking, type);
      if (outcome === 'kept') result.found.push(type);
      else result.missing.set(type, outcome);
    }
    await this.documentSearches.recordResult(tenant, fetch, result);
  }

  /** Returns an empty list if the carrier is no longer connected. */
  private async listDocumentTypes(
    tenant: Tenant,
    { carrierId }: CarrierBooking,
  ): Promise<readonly CarrierDocumentType[]> {
    try {
      return await this.gateway.listDocumentTypes(tenant, carrierId);
    } catch (error) {
      if (!(error instanceof CarrierFault)) throw error;
      return [];
    }
  }

  private async fetchType(
    tenant: Tenant,
    freightId: number,
    { carrierId, bookedFreight }: CarrierBooking,
    type: CarrierDocumentType,
  ): Promise<CarrierFileOutcome> {
    try {
      const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
      const files = await this.gateway.fetchDocuments(tenant, carrierId, bookedFreight, type, signal);
      const outcomes: CarrierFileOutcome[] = [];
      for (const bytes of files) outcomes.push(await this.carrierFiles.store(tenant, freightId, type, bytes));
      return OUTCOME_PRIORITY.find((outcome) => outcomes.includes(outcome)) ?? 'none';
    } catch (error) {
      if (error instanceof CarrierDeclined) return { refused: error.message };
      if (!(error instanceof CarrierFault)) throw error;
      this.logger.debug(error.message);
      return 'none';
    }
  }
}
