import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import { BookingsRepository, type Claim } from './bookings.repository.js';
import { CarrierCalls, type CallResult } from './carrier-calls.js';
import type { Freight } from './freight.entity.js';
import { FreightOutcomes } from './freight-outcomes.service.js';
import { FreightRepository } from './freight.repository.js';
import { FREIGHT_STATES } from './freight-states.js';

/** Calls booked pickups off: the claim first, then the call, then what came of it. */
@Injectable()
export class CancelsService {
  constructor(
    private readonly freight: FreightRepository,
    private readonly bookings: BookingsRepository,
    private readonly outcomes: FreightOutcomes,
    private readonly calls: CarrierCalls,
    private readonly transactions: Transactions,
  ) {}

  /** Tells the carrier, outside of any transaction. */
  async send({ tenant, booking }: Claim, limitMs?: number): Promise<CallResult<void>> {
    const { proNumber } = await this.freight.get(tenant, booking.freightId);
    return this.calls.cancel({ tenant, booking }, proNumber!, limitMs);
  }

  /**
   * Writes down what came of the call, in the caller's transaction. A refusal leaves the shipment as it is;
   * silence voids it, and the carrier is told again.
   */
  async settle(claim: Claim, result: CallResult<void>): Promise<Freight> {
    const { tenant, booking } = claim;
    const freight = await this.freight.lock(tenant, booking.freightId);
    if (!(await this.bookings.holding(claim))) return freight;
    const voidable = FREIGHT_STATES.next(freight.status, 'cancel') !== null;
    if (result.kind === 'failed' && (voidable || freight.status === 'voided')) {
      await this.bookings.postpone(claim, this.calls.retryDelayMs(claim));
    } else {
      await this.bookings.close(tenant, booking.id);
    }
    if (result.kind === 'refused') return this.outcomes.cancelRefused(tenant, freight, result.reason);
    return voidable ? this.outcomes.voided(tenant, freight) : freight;
  }

  /** Tells the carrier and writes down. */
  async complete(claim: Claim): Promise<void> {
    const result = await this.send(claim);
    await this.transactions.run(() => this.settle(claim, result));
  }
}
