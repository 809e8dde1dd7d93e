import { Injectable } from '@nestjs/common';
import { Transactions } from '../../database/transactions.js';
import { Quotas } from '../../limits/quotas.js';
import { OwnedRepository } from '../../tenancy/owned.repository.js';
import { FreightDocument } from './freight-document.entity.js';

@Injectable()
export class FreightDocumentsRepository extends OwnedRepository<FreightDocument> {
  constructor(transactions: Transactions, quotas: Quotas) {
    super(transactions, FreightDocument);
    quotas.define('document_bytes', (organizationId) => this.bytesOf(organizationId));
  }

  /** Of both modes. */
  private async bytesOf(organizationId: number): Promise<number> {
    const [row] = await this.transactions.prepared<{ bytes: number }>({
      name: 'freight_documents_bytes',
      text: `SELECT coalesce(sum(size_bytes), 0)::float8 AS bytes FROM freight_documents WHERE organization_id = $1`,
      values: [organizationId],
    });
    return row!.bytes;
  }
}
