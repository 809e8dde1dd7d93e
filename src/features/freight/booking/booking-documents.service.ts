import { Injectable } from '@nestjs/common';
import type { Quote } from '../../quotes/quote.entity.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { CarrierFilesService } from '../documents/carrier-files.service.js';
import { BolService } from '../bol/bol.service.js';
import type { Freight } from '../record/freight.entity.js';

/** The bills of lading of a booking: ours, and the carrier's own where its answer brings one. */
@Injectable()
export class BookingDocumentsService {
  constructor(
    private readonly bols: BolService,
    private readonly carrierFiles: CarrierFilesService,
  ) {}

  /** From now on the bill of lading says what was agreed on. */
  freezeBol(tenant: Tenant, freight: Freight, quote: Quote): Promise<unknown> {
    return this.bols.freeze(tenant, freight, quote);
  }

  unfreezeBol(tenant: Tenant, freightId: number): Promise<unknown> {
    return this.bols.unfreeze(tenant, freightId);
  }

  storeCarrierBol(tenant: Tenant, freightId: number, bol: Buffer): Promise<unknown> {
    return this.carrierFiles.store(tenant, freightId, 'bill_of_lading', bol);
  }
}
