import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { OwnedRepository, sql, type Changes } from '../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { Bill, EFFECTIVE_BILL } from './bill.entity.js';
import type { BillCost, BillRef } from './bill-rules.js';
import type { ChargeComparison } from './compare-charges.js';
import { BILL_STATES, type BillTrigger } from './bill-states.js';

type BillSubject = Pick<Bill, 'kind' | 'proKey' | 'freightId'> & { carrierKeys: string[] };

@Injectable()
export class BillsRepository extends OwnedRepository<Bill, 'status'> {
  constructor(transactions: Transactions) {
    super(transactions, Bill);
  }

  /** Moves a bill to the next status of the state table. @throws Error if the table has no such transition */
  async transition(
    tenant: Tenant,
    { id, status }: Bill,
    trigger: BillTrigger,
    values: Changes<Bill, 'status'>,
  ): Promise<Bill> {
    const next = BILL_STATES.requireNext(status, trigger);
    return this.writeReturning(tenant, id, { ...values, status: next, updatedAt: sql('now()') });
  }

  /**
   * Returns another original that already bills the same PRO number, or null. A bill without a PRO number bills every
   * number of its shipment.
   */
  async findEffective(
    { organizationId, mode }: Tenant,
    { id = 0, kind, carrierKeys, proKey, freightId }: BillSubject & Partial<Bill>,
  ): Promise<BillRef | null> {
    if (kind !== 'original') return null;
    const find = async (
      name: string,
      subject: string,
      key: string | number,
    ): Promise<BillRef | undefined> => {
      const [found] = await this.transactions.prepared<BillRef>({
        name,
        text: `SELECT id, bill_number AS "billNumber" FROM bills
               WHERE organization_id = $1 AND mode = $2 AND carrier_key = ANY ($3) AND id <> $4 AND ${EFFECTIVE_BILL}
                 AND ${subject} ORDER BY id LIMIT 1`,
        values: [organizationId, mode, carrierKeys, id, key],
      });
      return found;
    };
    const byPro = proKey === null ? undefined : await find('bill_of_pro', 'pro_key = $5', proKey);
    if (byPro || freightId === null) return byPro ?? null;
    const byFreight =
      proKey === null
        ? await find('bill_of_freight', 'freight_id = $5', freightId)
        : await find('bill_of_freight_without_pro', 'freight_id = $5 AND pro_key IS NULL', freightId);
    return byFreight ?? null;
  }

  /** Lists what the bills of a shipment cost, oldest first, without duplicates. Adds the comparison of `comparedId`. */
  async listCosts(
    { organizationId, mode }: Tenant,
    freightId: number,
    comparedId: number,
  ): Promise<(BillCost & { comparison: ChargeComparison[] | null })[]> {
    return this.transactions.prepared({
      name: 'bill_costs',
      text: `SELECT id, kind, carrier, carrier_key AS "carrierKey", pro_key AS "proKey", currency, status, replaced, objected,
               replaces_bill_id AS "replacesBillId", total_cents AS "totalCents", disputed_cents AS "disputedCents",
               tax_cents AS "taxCents", tax_disputed_cents AS "taxDisputedCents", credit_cents AS "creditCents", quoted_cents AS "quotedCents",
               CASE WHEN id = $4 THEN comparison END AS comparison
             FROM bills WHERE organization_id = $1 AND mode = $2 AND freight_id = $3 AND (status <> 'duplicate' OR id = $4)
             ORDER BY id`,
      values: [organizationId, mode, freightId, comparedId],
    });
  }

  /** Lists the bills that duplicate a bill, oldest first. */
  async listDuplicates({ organizationId, mode }: Tenant, billId: number): Promise<{ id: number }[]> {
    return this.transactions.prepared({
      name: 'duplicate_bills',
      text: `SELECT id FROM bills
             WHERE organization_id = $1 AND mode = $2 AND duplicate_of_bill_id = $3 AND NOT replaced ORDER BY id`,
      values: [organizationId, mode, billId],
    });
  }

  /** Lists undecided bills of a shipment, and those of its PRO number without a shipment, newest first. */
  async listUndecided(
    { organizationId, mode }: Tenant,
    freightId: number,
    proKey: string | null,
  ): Promise<{ id: number }[]> {
    return this.transactions.prepared({
      name: 'undecided_bills',
      text: `SELECT id FROM bills
             WHERE organization_id = $1 AND mode = $2 AND NOT replaced AND status IN ('matched', 'variance', 'disputed')
               AND (freight_id = $3 OR (pro_key = $4 AND freight_id IS NULL))
             ORDER BY id DESC`,
      values: [organizationId, mode, freightId, proKey],
    });
  }

  /** Locks the shipment of a bill, if both exist, until the transaction ends. */
  async lockFreight({ organizationId, mode }: Tenant, id: number): Promise<void> {
    await this.transactions.prepared({
      name: 'bill_lock_freight',
      text: `SELECT freight.id FROM bills JOIN freight ON freight.organization_id = bills.organization_id
               AND freight.mode = bills.mode AND freight.id = bills.freight_id
             WHERE bills.organization_id = $1 AND bills.mode = $2 AND bills.id = $3 FOR UPDATE OF freight`,
      values: [organizationId, mode, id],
    });
  }

  /** Serializes transactions that create bills for the same PRO number or shipment. */
  async lockSubject({ organizationId, mode }: Tenant, subject: string): Promise<void> {
    await this.transactions.hold('bill', organizationId, mode, subject);
  }
}
