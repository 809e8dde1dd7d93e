import { Injectable } from '@nestjs/common';
import { Config } from '../config.js';
import { inBatches } from '../queue/batches.js';
import type { Page } from '../tenancy/page.js';
import type { Tenant } from '../tenancy/tenant.js';
import { presentRequest } from './request.presenter.js';
import type { LoggedRequestDto, LoggedRequestListQuery } from './requests.dto.js';
import { RequestsRepository } from './requests.repository.js';

const BATCH = 1_000;

@Injectable()
export class RequestsService {
  constructor(
    private readonly requests: RequestsRepository,
    private readonly config: Config,
  ) {}

  async list(tenant: Tenant, query: LoggedRequestListQuery): Promise<Page<LoggedRequestDto>> {
    return (await this.requests.page(tenant, query)).map(presentRequest);
  }

  /** Deletes what is old, in batches until nothing is left; says how many. Safe in several processes at once. */
  async deleteOld(): Promise<number> {
    return inBatches(BATCH, (limit) => this.requests.deleteOld(this.config.requests.retentionMs, limit));
  }
}
