import { Injectable, Logger } from '@nestjs/common';
import type { CarrierDocumentType } from '../../carriers/carrier-adapter.js';
import { ApiError } from '../../../platform/http/errors/api-error.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { FreightDocumentsService } from './freight-documents.service.js';
import type { MissingDocumentReason } from './missing-document-warnings.js';

export type CarrierFileOutcome = 'kept' | MissingDocumentReason;

/** Stores files from carriers. Returns a failure instead of throwing it, so a bad file never fails a booking. */
@Injectable()
export class CarrierFilesService {
  private readonly logger = new Logger('Documents');

  constructor(private readonly documents: FreightDocumentsService) {}

  async store(
    tenant: Tenant,
    freightId: number,
    type: CarrierDocumentType,
    bytes: Buffer,
  ): Promise<CarrierFileOutcome> {
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
