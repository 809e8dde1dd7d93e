import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions.js';
import { QuotasService } from '../../../platform/rate-limits/quotas.service.js';
import { OwnedRepository, type NewRow } from '../../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { FreightDocument, FreightDocumentContent, type DocumentType } from './freight-document.entity.js';

@Injectable()
export class FreightDocumentsRepository extends OwnedRepository<FreightDocument> {
  constructor(
    transactions: Transactions,
    private readonly quotas: QuotasService,
  ) {
    super(transactions, FreightDocument);
    quotas.registerCounter('document_bytes', (organizationId) => this.sumBytes(organizationId));
  }

  /** @throws ApiError quota_exceeded */
  async add(tenant: Tenant, values: NewRow<FreightDocument>, bytes: Buffer): Promise<FreightDocument> {
    await this.oneByOne(tenant);
    await this.quotas.check('document_bytes', tenant, bytes.length);
    const document = await this.insert(tenant, { ...values, sizeBytes: bytes.length });
    await this.transactions.manager.insert(FreightDocumentContent, { documentId: document.id, bytes });
    return document;
  }

  async readBytes({ id: documentId }: FreightDocument): Promise<Buffer> {
    const { bytes } = await this.transactions.manager.findOneByOrFail(FreightDocumentContent, { documentId });
    return bytes;
  }

  async findNewest(tenant: Tenant, freightId: number, type: DocumentType): Promise<FreightDocument | null> {
    return (await this.page(tenant, { limit: 1 }, { freightId, type })).data[0] ?? null;
  }

  private async sumBytes(organizationId: number): Promise<number> {
    const [row] = await this.transactions.prepared<{ bytes: number }>({
      name: 'freight_documents_bytes',
      text: `SELECT coalesce(sum(size_bytes), 0)::float8 AS bytes FROM freight_documents WHERE organization_id = $1`,
      values: [organizationId],
    });
    return row!.bytes;
  }
}
