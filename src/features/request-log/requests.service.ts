import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import type { Page } from '../../platform/tenancy/page.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { toLoggedRequestDto } from './requests.mapper.js';
import type { LoggedRequestDto, LoggedRequestListQuery } from './requests.dto.js';
import { RequestsRepository } from './requests.repository.js';

@Injectable()
export class RequestsService {
  constructor(
    private readonly requests: RequestsRepository,
    private readonly config: Config,
  ) {}

  async list(tenant: Tenant, query: LoggedRequestListQuery): Promise<Page<LoggedRequestDto>> {
    return (await this.requests.listRecent(tenant, query, this.config.retention.requestsMs)).map(
      toLoggedRequestDto,
    );
  }
}
