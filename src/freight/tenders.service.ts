import { Injectable } from '@nestjs/common';
import type { TenderAnswer } from '../carriers/carrier-adapter.js';
import { Transactions } from '../database/transactions.js';
import { BookingsRepository, type Claim } from './bookings.repository.js';
import { CarrierCalls, type CallResult } from './carrier-calls.js';
import type { Freight } from './freight.entity.js';
import { FreightOutcomes } from './freight-outcomes.service.js';
import { FreightRepository } from './freight.repository.js';

export type TenderResult = CallResult<TenderAnswer>;

/** Hands booked shipments to their carriers: the state first, then the call, then what came of it. */
@Injectable()
export class TendersService {
  constructor(
    private readonly freight: FreightRepository,
    private readonly bookings: BookingsRepository,
    private readonly outcomes: FreightOutcomes,
    private readonly calls: CarrierCalls,
    private readonly transactions: Transactions,
  ) {}

  /** Asks the carrier, outside of any transaction; undefined when the claim is no longer this process's. */
  async send(claim: Claim): Promise<TenderResult | undefined> {
    const held = await this.transactions.run(() => this.markSent(claim));
    return held ? this.calls.tender(claim) : undefined;
  }

  /** Writes down what came of the call, in the caller's transaction. */
  async settle(claim: Claim, result: TenderResult | undefined): Promise<Freight> {
    const { tenant } = claim;
    const freight = await this.freight.lock(tenant, claim.booking.freightId);
    const booking = result && (await this.bookings.holding(claim));
    if (!booking) return freight;
    if (result.kind === 'done') return this.outcomes.accepted(tenant, freight, booking, result.answer);
    if (result.kind === 'refused') return this.outcomes.declined(tenant, freight, booking, result.reason);
    await this.bookings.postpone(claim, this.calls.retryDelayMs(claim));
    return freight;
  }

  /** Asks and writes down. */
  async complete(claim: Claim): Promise<void> {
    const result = await this.send(claim);
    await this.transactions.run(() => this.settle(claim, result));
  }

  /** Writes down what comes of a call that its request no longer waits for. */
  settleLater(claim: Claim, sending: Promise<TenderResult | undefined>): void {
    const settling = sending.then((result) => this.transactions.run(() => this.settle(claim, result)));
    void this.calls.inBackground(settling);
  }

  private async markSent(claim: Claim): Promise<boolean> {
    const { tenant, booking } = claim;
    const freight = await this.freight.lock(tenant, booking.freightId);
    if (!(await this.bookings.holding(claim))) return false;
    if (freight.status === 'booked') await this.outcomes.sent(tenant, freight);
    return true;
  }
}
