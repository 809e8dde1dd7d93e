import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CarrierDocumentType } from '../../carriers/carrier-adapter.js';
import { Transactions } from '../../../platform/database/transactions.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { Booked } from '../booking/booked.js';
import type { Freight } from '../record/freight.entity.js';
import { Shipments } from '../record/shipments.js';
import type { DocumentFetch } from './document-fetch.entity.js';
import { DocumentFetchesRepository } from './document-fetches.repository.js';
import { missingWarnings, without, type Missing } from '../documents/missing-documents.js';

/** What one inquiry came to. Types in neither were not asked for. */
export interface Found {
  found: CarrierDocumentType[];
  missing: Map<CarrierDocumentType, Missing>;
}

/** When a carrier is asked for a shipment's documents, from the booking to two weeks after the delivery. */
@Injectable()
export class DocumentSearches implements OnModuleInit {
  constructor(
    private readonly fetches: DocumentFetchesRepository,
    private readonly shipments: Shipments,
    private readonly booked: Booked,
    private readonly transactions: Transactions,
  ) {}

  onModuleInit(): void {
    this.shipments.onMove((tenant, freight) => this.follow(tenant, freight));
  }

  /** In the transaction that moved the shipment. In test mode nobody outside is asked for anything. */
  private async follow(tenant: Tenant, { id, status, proNumber }: Freight): Promise<void> {
    if (tenant.mode === 'test' || proNumber === null) return;
    const fetch = await this.fetches.ofFreight(tenant, id);
    if (!fetch) {
      const known = status === 'voided' ? null : await this.booked.find(tenant, id);
      if (known) await this.fetches.open(tenant, id, known.carrierId);
    } else if (status === 'voided') {
      if (fetch.dueAt) await this.fetches.stop(tenant, fetch.id);
    } else if (status === 'delivered' && !fetch.delivered) {
      await this.fetches.reopen(tenant, fetch.id);
    }
  }

  /** The next inquiry, or the end of them: what a delivered shipment lacks then stands in its warnings. */
  async settle(tenant: Tenant, fetch: DocumentFetch, { found, missing }: Found): Promise<void> {
    const last = this.fetches.isLast(fetch);
    await this.transactions.run(async () => {
      const { warnings, carrierName, ...freight } = await this.shipments.lock(tenant, fetch.freightId);
      const all = [...fetch.found, ...found];
      const held = await this.fetches.settle(tenant, fetch, all, last || missing.size === 0);
      if (!held || !last || !fetch.delivered || missing.size === 0) return;
      const kept = [...missing.keys()].reduce<typeof warnings>(without, warnings);
      const now = [...kept, ...missingWarnings(carrierName, missing)];
      await this.shipments.note(tenant, { ...freight, warnings, carrierName }, { warnings: now });
    });
  }
}
