import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CarrierDocumentType } from '../../carriers/carrier-adapter.js';
import { Transactions } from '../../../platform/database/transactions.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { CarrierBookingService } from '../booking/carrier-booking.service.js';
import type { Freight } from '../record/freight.entity.js';
import { FreightLifecycle } from '../record/freight-lifecycle.js';
import type { DocumentFetch } from './document-fetch.entity.js';
import { DocumentFetchesRepository } from './document-fetches.repository.js';
import {
  buildMissingDocumentWarnings,
  removeMissingDocumentWarning,
  type MissingDocumentReason,
} from '../documents/missing-document-warnings.js';

/** Result of one attempt. Types in neither field were not requested. */
export interface DocumentSearchResult {
  found: CarrierDocumentType[];
  missing: Map<CarrierDocumentType, MissingDocumentReason>;
}

/** Schedules the fetches of a shipment, from the booking to two weeks after the delivery. */
@Injectable()
export class DocumentSearchesService implements OnModuleInit {
  constructor(
    private readonly fetches: DocumentFetchesRepository,
    private readonly freightLifecycle: FreightLifecycle,
    private readonly carrierBookings: CarrierBookingService,
    private readonly transactions: Transactions,
  ) {}

  onModuleInit(): void {
    this.freightLifecycle.onChange((tenant, freight) => this.handleFreightChange(tenant, freight));
  }

  /** Test shipments have no documents at a carrier. */
  private async handleFreightChange(tenant: Tenant, { id, status, proNumber }: Freight): Promise<void> {
    if (tenant.mode === 'test' || proNumber === null) return;
    const fetch = await this.fetches.findByFreight(tenant, id);
    if (!fetch) {
      const booking = status === 'voided' ? null : await this.carrierBookings.find(tenant, id);
      if (booking) await this.fetches.create(tenant, id, booking.carrierId);
    } else if (status === 'voided') {
      if (fetch.dueAt) await this.fetches.stop(tenant, fetch.id);
    } else if (status === 'delivered' && !fetch.delivered) {
      await this.fetches.restartAfterDelivery(tenant, fetch.id);
    }
  }

  /** Schedules the next attempt. After the last one, warns of the documents that delivered freight lacks. */
  async recordResult(
    tenant: Tenant,
    fetch: DocumentFetch,
    { found, missing }: DocumentSearchResult,
  ): Promise<void> {
    const last = this.fetches.isLastAttempt(fetch);
    await this.transactions.run(async () => {
      const freight = await this.freightLifecycle.lock(tenant, fetch.freightId);
      const all = [...fetch.found, ...found];
      const held = await this.fetches.recordResult(tenant, fetch, all, last || missing.size === 0);
      if (!held || !last || !fetch.delivered || missing.size === 0) return;
      const others = [...missing.keys()].reduce(removeMissingDocumentWarning, freight.warnings);
      const warnings = [...others, ...buildMissingDocumentWarnings(freight.carrierName, missing)];
      await this.freightLifecycle.applyChanges(tenant, freight, { warnings });
    });
  }
}
