import { Injectable, Logger } from '@nestjs/common';
import type { CarrierDocumentType } from '../../carriers/carrier-adapter.js';
import { ApiError } from '../../../platform/http/errors/api-error.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { FreightDocumentsService } from './freight-documents.service.js';
import type { Missing } from './missing-documents.js';

/** What came of a file, or of looking for one. */
export type Outcome = 'kept' | Missing;

/** Keeps what carriers send of a shipment. What can't be kept is never the shipment's fault: it is told, not thrown. */
@Injectable()
export class CarrierFiles {
  private readonly logger = new Logger('Documents');

  constructor(private readonly documents: FreightDocumentsService) {}

  async keep(tenant: Tenant, freightId: number, type: CarrierDocumentType, bytes: Buffer): Promise<Outcome> {
    try {
      await this.documents.add(tenant, freightId, type, bytes, 'carrier');
      return 'kept';
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.logger.debug(error.message);
      return error.code === 'quota_exceeded' ? 'no_room' : 'none';
    }
  }
}
