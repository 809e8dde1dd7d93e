import { Injectable, Logger } from '@nestjs/common';
import type { CarrierDocumentType } from '../../carriers/carrier-adapter.js';
import { ApiError } from '../../../platform/http/errors/api-error.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { FreightDocumentsService } from './freight-documents.service.js';
import type { MissingDocumentReason } from './missing-document-warnings.js';

/** What came of a file, or of looking for one. */
export type CarrierFileOutcome = 'kept' | MissingDocumentReason;

/** Keeps what carriers send of a shipment. What can't be kept is never the shipment's fault: it is told, not thrown. */
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
