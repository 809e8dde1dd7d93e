import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { toDto } from '../../platform/http/contract/case-mapper.js';
import type { Page } from '../../platform/tenancy/page.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { LoggedRequestDto, type LoggedRequestListQuery } from './requests.dto.js';
import { RequestsRepository } from './requests.repository.js';

@Injectable()
export class RequestsService {
  constructor(
    private readonly requests: RequestsRepository,
    private readonly config: Config,
  ) {}

  async list(tenant: Tenant, query: LoggedRequestListQuery): Promise<Page<LoggedRequestDto>> {
    const page = await this.requests.listRecent(tenant, query, this.config.retention.requestsMs);
    return page.map((request) => toDto(LoggedRequestDto, request, { object: 'request' }));
  }
}
