import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { OwnedRepository } from '../../platform/tenancy/owned.repository.js';
import type { OwnedId, Tenant } from '../../platform/tenancy/tenant.js';
import { EdiDocument } from './edi-document.entity.js';

/** An interchange shows this many documents. */
const SHOWN = 100;

@Injectable()
export class EdiDocumentsRepository extends OwnedRepository<EdiDocument> {
  constructor(transactions: Transactions) {
    super(transactions, EdiDocument);
  }

  /** Makes two runs of one document wait for each other until the transaction ends. */
  async lockPosition(
    { organizationId, mode }: Tenant,
    interchangeId: number,
    position: number,
  ): Promise<void> {
    await this.transactions.hold('EDI document', organizationId, mode, interchangeId, position);
  }

  /**
   * Returns the interchanges of all tenants with an unmatched document of the last `days` days whose shipment has changed
   * since, for example by getting its PRO number.
   */
  async listMatchable(days: number, limit: number): Promise<OwnedId[]> {
    return this.transactions.prepared<OwnedId>({
      name: 'edi_documents_matchable',
      text: `SELECT DISTINCT d.interchange_id AS id, d.organization_id AS "organizationId", d.mode
             FROM edi_documents d JOIN freight f ON f.organization_id = d.organization_id AND f.mode = d.mode
               AND (f.pro_number = d.reference OR f.bol_number = d.reference) AND f.updated_at > d.updated_at
             WHERE d.status = 'unmatched' AND d.created_at > now() - $1 * interval '1 day'
             LIMIT $2`,
      values: [days, limit],
    });
  }

  /** Returns the first documents of each interchange, in the order of the file. */
  async listShown(
    { organizationId, mode }: Tenant,
    interchangeIds: number[],
  ): Promise<Map<number, EdiDocument[]>> {
    const ids = await this.transactions.prepared<{ id: number }>({
      name: 'edi_documents_shown',
      text: `SELECT id FROM edi_documents
             WHERE organization_id = $1 AND mode = $2 AND interchange_id = ANY ($3::bigint[]) AND position < ${SHOWN}`,
      values: [organizationId, mode, interchangeIds],
    });
    const rows = await this.listAmong(
      { organizationId, mode },
      ids.map(({ id }) => id),
    );
    rows.sort((a, b) => a.position - b.position);
    return Map.groupBy(rows, ({ interchangeId }) => interchangeId);
  }
}
