import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { OwnedRepository, sql } from '../../platform/tenancy/owned.repository.js';
import type { OwnedId, Tenant } from '../../platform/tenancy/tenant.js';
import { countDocument } from './count-document.js';
import { EdiDocument } from './edi-document.entity.js';
import type { EdiPartner } from './edi-partner.entity.js';

/** ST02 of an outbound document, which is the only one of its group. */
const ONLY_CONTROL_NUMBER = '0001';
/** An interchange shows this many documents. */
const SHOWN = 100;

@Injectable()
export class EdiDocumentsRepository extends OwnedRepository<EdiDocument> {
  constructor(transactions: Transactions) {
    super(transactions, EdiDocument);
  }

  /** Stores a document that waits for the partner's acknowledgment. */
  async addOutbound(
    tenant: Tenant,
    { acknowledgmentHours: hours }: EdiPartner,
    values: Pick<
      EdiDocument,
      'interchangeId' | 'groupHeader' | 'set' | 'reference' | 'freightId' | 'message'
    >,
  ): Promise<void> {
    const document = await this.insert(tenant, {
      ...values,
      direction: 'outbound',
      position: 0,
      controlNumber: ONLY_CONTROL_NUMBER,
      status: 'pending',
      ...(hours !== null && { acknowledgmentDueAt: sql(`now() + interval '${hours} hours'`) }),
    });
    this.transactions.afterCommit(() => countDocument(document));
  }

  /** Stores the partner's answer to an outbound document. */
  async storeAcknowledgment(
    tenant: Tenant,
    id: number,
    values: Pick<EdiDocument, 'status' | 'setErrors' | 'segmentErrors'> & { message?: string },
  ): Promise<void> {
    const document = await this.writeReturning(tenant, id, { ...values, updatedAt: sql('now()') });
    this.transactions.afterCommit(() => countDocument(document));
  }

  /** Locks documents of all tenants whose acknowledgment is overdue. */
  lockUnacknowledged(limit: number): Promise<OwnedId[]> {
    return this.lockDue({ at: 'acknowledgment_due_at', where: "status = 'pending'" }, limit);
  }

  async markUnacknowledged(tenant: Tenant, id: number): Promise<EdiDocument> {
    const values = { status: 'unacknowledged' as const, updatedAt: sql('now()') };
    const document = await this.writeReturning(tenant, id, values);
    this.transactions.afterCommit(() => countDocument(document));
    return document;
  }

  /** Returns the set of the latest document to the carrier of a shipment, and the partner that got it. */
  async findLatestTender(
    { organizationId, mode }: Tenant,
    freightId: number,
  ): Promise<{ set: string; partnerId: number } | null> {
    const [row] = await this.transactions.prepared<{ set: string; partnerId: number }>({
      name: 'edi_documents_latest_tender',
      text: `SELECT d.set, i.partner_id AS "partnerId" FROM edi_documents d
               JOIN edi_interchanges i ON i.organization_id = d.organization_id AND i.mode = d.mode AND i.id = d.interchange_id
             WHERE d.organization_id = $1 AND d.mode = $2 AND d.freight_id = $3 AND d.direction = 'outbound'
             ORDER BY d.id DESC LIMIT 1`,
      values: [organizationId, mode, freightId],
    });
    return row ?? null;
  }

  /** Makes two runs of one document wait for each other until the transaction ends. */
  async lockPosition(
    { organizationId, mode }: Tenant,
    interchangeId: number,
    position: number,
  ): Promise<void> {
    await this.transactions.hold('EDI document', organizationId, mode, interchangeId, position);
  }

  /** Serializes invoices of a carrier that have the same number, until the transaction ends. */
  async lockInvoice({ organizationId, mode }: Tenant, scac: string, invoiceNumber: string): Promise<void> {
    await this.transactions.hold('EDI invoice', organizationId, mode, scac, invoiceNumber);
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
