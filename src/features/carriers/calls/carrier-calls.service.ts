import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/config.js';
import type { Page } from '../../../platform/tenancy/page.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { toCarrierCallDto } from './carrier-call.mapper.js';
import type { CarrierCallDto, CarrierCallListQuery } from './carrier-calls.dto.js';
import { CarrierCallsRepository } from './carrier-calls.repository.js';

@Injectable()
export class CarrierCallsService {
  constructor(
    private readonly calls: CarrierCallsRepository,
    private readonly config: Config,
  ) {}

  async list(tenant: Tenant, query: CarrierCallListQuery): Promise<Page<CarrierCallDto>> {
    return (await this.calls.listRecent(tenant, query, this.config.retention.carrierCallsMs)).map(
      toCarrierCallDto,
    );
  }
}
