import { Injectable } from '@nestjs/common';
import { Config } from '../config.js';
import { Transactions } from '../database/transactions.js';
import { ApiError } from '../http/api-error.js';
import type { Tenant } from '../tenancy/tenant.js';
import { BookingStart } from './booking-start.service.js';
import type { FreightDto } from './freight.dto.js';
import { presentFreight } from './freight.presenter.js';
import { FreightRepository } from './freight.repository.js';
import { TendersService } from './tenders.service.js';
import { within } from './within.js';

/** Books shipments: intent, call and outcome, each in its own time. */
@Injectable()
export class BookingService {
  constructor(
    private readonly start: BookingStart,
    private readonly freight: FreightRepository,
    private readonly tenders: TendersService,
    private readonly transactions: Transactions,
    private readonly config: Config,
  ) {}

  /**
   * Answers the state reached when the carrier has answered or the deadline is over; then the booking goes on by itself.
   * @throws ApiError what `BookingStart.begin` throws, and carrier_declined
   */
  async book(tenant: Tenant, id: number): Promise<FreightDto> {
    const claim = await this.transactions.run(() => this.start.begin(tenant, id));
    if (!claim) return this.transactions.finish(() => this.present(tenant, id));
    const sending = this.tenders.send(claim);
    const result = await within(this.config.booking.deadlineMs, sending);
    if (!result) this.tenders.settleLater(claim, sending);
    if (result?.kind === 'refused') {
      await this.transactions.run(() => this.tenders.settle(claim, result));
      throw new ApiError('carrier_declined', { message: `The carrier declined: ${result.reason}` });
    }
    return this.transactions.finish(async () =>
      result ? presentFreight(await this.tenders.settle(claim, result)) : this.present(tenant, id),
    );
  }

  private async present(tenant: Tenant, id: number): Promise<FreightDto> {
    return presentFreight(await this.freight.get(tenant, id));
  }
}
