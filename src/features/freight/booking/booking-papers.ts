import { Injectable } from '@nestjs/common';
import type { Quote } from '../../quotes/quote.entity.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { CarrierFiles } from '../documents/carrier-files.js';
import { BolService } from '../bol/bol.service.js';
import type { Freight } from '../record/freight.entity.js';

/** The bills of lading of a booking: ours, and the carrier's own where its answer brings one. */
@Injectable()
export class BookingPapers {
  constructor(
    private readonly bols: BolService,
    private readonly files: CarrierFiles,
  ) {}

  /** From now on the bill of lading says what was agreed on. */
  freeze(tenant: Tenant, freight: Freight, quote: Quote): Promise<unknown> {
    return this.bols.freeze(tenant, freight, quote);
  }

  unfreeze(tenant: Tenant, freightId: number): Promise<unknown> {
    return this.bols.unfreeze(tenant, freightId);
  }

  keep(tenant: Tenant, freightId: number, bol: Buffer): Promise<unknown> {
    return this.files.keep(tenant, freightId, 'bill_of_lading', bol);
  }
}
