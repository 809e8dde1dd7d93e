import { Injectable } from '@nestjs/common';
import { Config } from '../../config.js';
import { inBatches } from '../../queue/batches.js';
import type { Page } from '../../tenancy/page.js';
import type { Tenant } from '../../tenancy/tenant.js';
import { presentCarrierCall } from './carrier-call.presenter.js';
import type { CarrierCallDto, CarrierCallListQuery } from './carrier-calls.dto.js';
import { CarrierCallsRepository } from './carrier-calls.repository.js';

const BATCH = 1_000;

@Injectable()
export class CarrierCallsService {
  constructor(
    private readonly calls: CarrierCallsRepository,
    private readonly config: Config,
  ) {}

  async list(tenant: Tenant, query: CarrierCallListQuery): Promise<Page<CarrierCallDto>> {
    return (await this.calls.page(tenant, query)).map(presentCarrierCall);
  }

  /** Deletes what is old, in batches until nothing is left; says how many. Safe in several processes at once. */
  async deleteOld(): Promise<number> {
    return inBatches(BATCH, (limit) => this.calls.deleteOld(this.config.outbound.callRetentionMs, limit));
  }
}
