import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { OwnedRepository } from '../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { EdiPartner } from './edi-partner.entity.js';

/** ISA13 has nine digits. */
const MAX_CONTROL_NUMBER = 999_999_999;

@Injectable()
export class EdiPartnersRepository extends OwnedRepository<EdiPartner, 'lastControlNumber'> {
  constructor(transactions: Transactions) {
    super(transactions, EdiPartner);
  }

  /** Returns true if a partner sends the shipment statuses (214) of the carrier. */
  async sendsScans(tenant: Tenant, scac: string): Promise<boolean> {
    const partners = await this.listBy(tenant, { scac });
    return partners.some(({ inbound }) => inbound.includes('214'));
  }

  /** Returns the partner's next control number. The numbers have no gaps: the lock holds until the transaction ends. */
  async takeControlNumber(tenant: Tenant, id: number): Promise<number> {
    const { lastControlNumber } = await this.lock(tenant, id);
    const next = (lastControlNumber % MAX_CONTROL_NUMBER) + 1;
    await this.write(tenant, id, { lastControlNumber: next });
    return next;
  }
}
