import { Injectable } from '@nestjs/common';
import { Config } from '../config.js';
import { Transactions } from '../database/transactions.js';
import { ApiError } from '../http/api-error.js';
import type { Tenant } from '../tenancy/tenant.js';
import type { Claim } from './bookings.repository.js';
import { CancellationStart } from './cancellation-start.service.js';
import { CancelsService } from './cancels.service.js';
import type { FreightDto } from './freight.dto.js';
import { presentFreight } from './freight.presenter.js';
import { FreightRepository } from './freight.repository.js';

/** Cancels shipments that no carrier has picked up yet. */
@Injectable()
export class CancellationService {
  constructor(
    private readonly start: CancellationStart,
    private readonly freight: FreightRepository,
    private readonly cancels: CancelsService,
    private readonly transactions: Transactions,
    private readonly config: Config,
  ) {}

  /** @throws ApiError freight_not_cancellable, carrier_refused_cancel */
  async cancel(tenant: Tenant, id: number): Promise<FreightDto> {
    const claim = await this.transactions.run(() => this.start.begin(tenant, id));
    if (claim) return this.ask(claim);
    return this.transactions.finish(async () => presentFreight(await this.freight.get(tenant, id)));
  }

  private async ask(claim: Claim): Promise<FreightDto> {
    const result = await this.cancels.send(claim, this.config.booking.deadlineMs);
    if (result.kind === 'refused') {
      await this.transactions.run(() => this.cancels.settle(claim, result));
      throw new ApiError('carrier_refused_cancel', { message: `The carrier refused: ${result.reason}` });
    }
    return this.transactions.finish(async () => {
      const freight = await this.cancels.settle(claim, result);
      if (freight.status !== 'voided') throw new ApiError('freight_not_cancellable');
      return presentFreight(freight);
    });
  }
}
