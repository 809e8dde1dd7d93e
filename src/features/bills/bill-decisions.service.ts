import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { EventsService } from '../events/events.service.js';
import { FreightLifecycle } from '../freight/record/freight-lifecycle.js';
import { ApiError, conflictingParam } from '../../platform/http/errors/api-error.js';
import type { ErrorCode } from '../../platform/http/errors/errors.js';
import type { Changes } from '../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { Bill } from './bill.entity.js';
import { toBillDto } from './bill.mapper.js';
import { BILL_STATES } from './bill-states.js';
import type { BillDto, DisputeBillDto, ResolveBillDto } from './bills.dto.js';
import { billUpdated } from './bills.events.js';
import { BillsRepository } from './bills.repository.js';

/** What a bill's state forbids, by what was tried. */
const TRANSITION_ERRORS: Record<'approve' | 'dispute' | 'resolve', ErrorCode> = {
  approve: 'bill_not_approvable',
  dispute: 'bill_not_disputable',
  resolve: 'bill_not_resolvable',
};

/** What an organization decides of a carrier's bill; the shipment's cost follows what is to be paid of it. */
@Injectable()
export class BillDecisionsService {
  constructor(
    private readonly bills: BillsRepository,
    private readonly shipments: FreightLifecycle,
    private readonly events: EventsService,
    private readonly transactions: Transactions,
  ) {}

  /** The bill is right as it is. @throws ApiError bill_not_approvable */
  async approve(tenant: Tenant, id: number): Promise<BillDto> {
    return this.decide(tenant, id, 'approve', () => ({}));
  }

  /** The bill is wrong. @throws ApiError bill_not_disputable */
  async dispute(tenant: Tenant, id: number, body: DisputeBillDto): Promise<BillDto> {
    return this.decide(tenant, id, 'dispute', ({ totalCents, quotedCents }) => {
      const above = totalCents - (quotedCents ?? 0);
      const disputedCents = body.amount_cents ?? (above > 0 ? above : totalCents);
      assertNotAboveTotal(totalCents, disputedCents);
      return { reason: body.reason, disputedCents };
    });
  }

  /** What was agreed with the carrier of a disputed bill. @throws ApiError bill_not_resolvable */
  async resolve(tenant: Tenant, id: number, body: ResolveBillDto): Promise<BillDto> {
    return this.decide(tenant, id, 'resolve', ({ totalCents }) => {
      const { amount_cents: creditCents, note = null } = body;
      assertNotAboveTotal(totalCents, creditCents);
      return { creditCents, note };
    });
  }

  /** Holds the shipment before the bill, as what moves a shipment does: in the other order the two would wait for each other. */
  private async decide(
    tenant: Tenant,
    id: number,
    decision: keyof typeof TRANSITION_ERRORS,
    valuesOf: (bill: Bill) => Changes<Bill, 'status'>,
  ): Promise<BillDto> {
    return this.transactions.run(async () => {
      const { freightId } = await this.bills.get(tenant, id);
      if (freightId !== null) await this.shipments.lock(tenant, freightId);
      const bill = await this.bills.lock(tenant, id);
      if (bill.replaced || BILL_STATES.next(bill.status, decision) === null) {
        const standing = bill.replaced ? 'was replaced' : `is ${bill.status}`;
        const message = `A bill that ${standing} cannot be decided on like this.`;
        throw new ApiError(TRANSITION_ERRORS[decision], { message });
      }
      if (decision === 'approve' && bill.freightId === null) {
        throw new ApiError('bill_not_approvable', { message: 'No shipment is known of this bill.' });
      }
      await this.bills.transition(tenant, bill, decision, valuesOf(bill));
      const now = toBillDto(await this.bills.get(tenant, id));
      await this.events.publish(tenant, billUpdated, { bill: now });
      return now;
    });
  }
}

function assertNotAboveTotal(totalCents: number, amountCents: number): void {
  if (amountCents <= totalCents) return;
  throw conflictingParam('amount_cents', `amount_cents must be at most what is billed: ${totalCents}.`);
}
