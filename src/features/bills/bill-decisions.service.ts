import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { EventsService } from '../events/events.service.js';
import { ApiError, conflictingParam } from '../../platform/http/errors/api-error.js';
import type { ErrorCode } from '../../platform/http/errors/errors.js';
import type { Changes } from '../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { Bill } from './bill.entity.js';
import { toBillDto } from './bill.mapper.js';
import { computeExpected } from './bill-rules.js';
import { BILL_STATES } from './bill-states.js';
import type { BillDto, DisputeBillDto, ResolveBillDto } from './bills.dto.js';
import { billUpdated } from './bills.events.js';
import { BillsRepository } from './bills.repository.js';

/** The error of a transition that the state table does not have. */
const TRANSITION_ERRORS: Record<'approve' | 'dispute' | 'resolve', ErrorCode> = {
  approve: 'bill_not_approvable',
  dispute: 'bill_not_disputable',
  resolve: 'bill_not_resolvable',
};

/** Records the organization's decisions on a bill. Listeners of `bill.updated` adjust the cost of the shipment. */
@Injectable()
export class BillDecisionsService {
  constructor(
    private readonly bills: BillsRepository,
    private readonly events: EventsService,
    private readonly transactions: Transactions,
  ) {}

  /** @throws ApiError bill_not_approvable */
  async approve(tenant: Tenant, id: number): Promise<BillDto> {
    return this.decide(tenant, id, 'approve', () => ({}));
  }

  /** @throws ApiError bill_not_disputable */
  async dispute(tenant: Tenant, id: number, body: DisputeBillDto): Promise<BillDto> {
    return this.decide(tenant, id, 'dispute', (bill) => {
      const { totalCents } = bill;
      const excess = totalCents - (computeExpected(bill) ?? 0);
      const disputedCents = body.amount_cents ?? Math.max(0, excess > 0 ? excess : totalCents);
      assertNotAboveTotal(totalCents, disputedCents);
      return { reason: body.reason, disputedCents };
    });
  }

  /** @throws ApiError bill_not_resolvable */
  async resolve(tenant: Tenant, id: number, body: ResolveBillDto): Promise<BillDto> {
    return this.decide(tenant, id, 'resolve', ({ totalCents }) => {
      const { amount_cents: creditCents, note = null } = body;
      assertNotAboveTotal(totalCents, creditCents);
      return { creditCents, note };
    });
  }

  /** Locks the shipment before the bill, in the order of shipment updates, to avoid a deadlock. */
  private async decide(
    tenant: Tenant,
    id: number,
    decision: keyof typeof TRANSITION_ERRORS,
    buildChanges: (bill: Bill) => Changes<Bill, 'status'>,
  ): Promise<BillDto> {
    return this.transactions.run(async () => {
      await this.bills.lockFreight(tenant, id);
      const bill = await this.bills.lock(tenant, id);
      if (bill.replaced || BILL_STATES.next(bill.status, decision) === null) {
        const state = bill.replaced ? 'replaced' : bill.status;
        const message = `The bill is ${state}. You cannot ${decision} it.`;
        throw new ApiError(TRANSITION_ERRORS[decision], { message });
      }
      if (decision === 'approve' && bill.freightId === null) {
        throw new ApiError('bill_not_approvable', {
          message: 'The bill has no shipment. Dispute it, or create a bill with the right PRO number.',
        });
      }
      const updated = toBillDto(await this.bills.transition(tenant, bill, decision, buildChanges(bill)));
      await this.events.publish(tenant, billUpdated, { bill: updated });
      return updated;
    });
  }
}

function assertNotAboveTotal(totalCents: number, amountCents: number): void {
  const most = Math.max(0, totalCents);
  if (amountCents <= most) return;
  throw conflictingParam(
    'amount_cents',
    `amount_cents ${amountCents} exceeds the bill. Send at most ${most}.`,
  );
}
