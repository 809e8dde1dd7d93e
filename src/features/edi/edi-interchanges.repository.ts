import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { OwnedRepository, sql, type NewRow } from '../../platform/tenancy/owned.repository.js';
import type { OwnedId, Tenant } from '../../platform/tenancy/tenant.js';
import {
  EdiInterchange,
  EdiInterchangeContent,
  type InterchangeFault,
  type InterchangeStatus,
} from './edi-interchange.entity.js';

@Injectable()
export class EdiInterchangesRepository extends OwnedRepository<EdiInterchange, 'status' | 'fault' | 'dueAt'> {
  constructor(transactions: Transactions) {
    super(transactions, EdiInterchange);
  }

  /** Stores the row and its bytes. */
  async add(tenant: Tenant, row: NewRow<EdiInterchange>, bytes: Buffer): Promise<EdiInterchange> {
    const interchange = await this.insert(tenant, { ...row, sizeBytes: bytes.length });
    await this.transactions.manager.insert(EdiInterchangeContent, { interchangeId: interchange.id, bytes });
    this.transactions.stored(tenant, bytes.length);
    return interchange;
  }

  async readBytes({ id: interchangeId }: EdiInterchange): Promise<Buffer> {
    const { bytes } = await this.transactions.manager.findOneByOrFail(EdiInterchangeContent, {
      interchangeId,
    });
    return bytes;
  }

  /** Makes files of a partner wait for each other until the transaction ends. */
  async lockPartnerFiles({ organizationId, mode }: Tenant, partnerId: number): Promise<void> {
    await this.transactions.hold('EDI partner files', organizationId, mode, partnerId);
  }

  /** Returns the partner's inbound files with a control number, oldest first. */
  listByControlNumber(tenant: Tenant, partnerId: number, controlNumber: string): Promise<EdiInterchange[]> {
    return this.listBy(tenant, { partnerId, direction: 'inbound', controlNumber });
  }

  /** Leases files that no process finished, of all tenants. */
  claimDue(limit: number, leaseMs: number): Promise<OwnedId[]> {
    return this.leaseDue({ at: 'due_at' }, limit, leaseMs, 'attempts = attempts + 1');
  }

  /** Starts the processing of a file again. A worker does it if this process does not finish within `leaseMs`. */
  async restart(tenant: Tenant, id: number, leaseMs: number): Promise<void> {
    await this.write(tenant, id, {
      status: 'received',
      fault: null,
      attempts: 1,
      dueAt: sql(`now() + interval '${leaseMs} milliseconds'`),
      updatedAt: sql('now()'),
    });
  }

  /** Ends the processing. */
  async finish(
    tenant: Tenant,
    id: number,
    status: InterchangeStatus,
    fault: InterchangeFault | null = null,
  ): Promise<EdiInterchange> {
    return this.writeReturning(tenant, id, { status, fault, dueAt: null, updatedAt: sql('now()') });
  }

  /** Marks an outbound file as fetched by the partner. */
  async markSent(tenant: Tenant, id: number): Promise<void> {
    await this.write(tenant, id, { status: 'sent', updatedAt: sql('now()') }, { status: 'ready' });
  }
}
