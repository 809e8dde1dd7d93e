import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import { DocumentRenderer } from '../documents/renderer.js';
import { EventsService } from '../events/events.service.js';
import type { Tenant } from '../tenancy/tenant.js';
import { bolDocument, labelsDocument } from './bol.js';
import type { BolDto } from './bol.dto.js';
import { BolsReader } from './bols-reader.service.js';
import { presentFreight } from './freight.presenter.js';
import { FreightRepository } from './freight.repository.js';

/** A shipment's papers: the bill of lading as data and on paper, and the labels of its handling units. */
@Injectable()
export class BolService {
  constructor(
    private readonly freight: FreightRepository,
    private readonly bols: BolsReader,
    private readonly renderer: DocumentRenderer,
    private readonly events: EventsService,
    private readonly transactions: Transactions,
  ) {}

  async get(tenant: Tenant, freightId: number): Promise<BolDto> {
    return this.bols.get(tenant, await this.freight.get(tenant, freightId));
  }

  /** The first PDF of a shipment, draft or not, is the one that `bol.generated` tells of. */
  async pdf(tenant: Tenant, freightId: number): Promise<Buffer> {
    const freight = await this.freight.get(tenant, freightId);
    const bol = await this.bols.get(tenant, freight);
    const pdf = await this.renderer.render('bol', bolDocument(bol, tenant.mode));
    if (freight.bolPrintedAt !== null) return pdf;
    await this.transactions.run(async () => {
      if (!(await this.freight.markPrinted(tenant, freightId))) return;
      await this.events.publish(tenant, 'bol.generated', { bol, shipment: presentFreight(freight) });
    });
    return pdf;
  }

  async labels(tenant: Tenant, freightId: number): Promise<Buffer> {
    const bol = await this.get(tenant, freightId);
    return this.renderer.render('labels', labelsDocument(bol, tenant.mode));
  }
}
