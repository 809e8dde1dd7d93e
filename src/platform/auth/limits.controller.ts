import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../http/contract/operation.js';
import { QuotasService } from '../rate-limits/quotas.service.js';
import { RateLimitsService } from '../rate-limits/rate-limits.service.js';
import { CurrentCaller, type Caller } from './caller.js';
import { LimitsDto } from './limits.dto.js';

@ApiTags('Organization')
@Controller('limits')
export class LimitsController {
  constructor(
    private readonly rates: RateLimitsService,
    private readonly quotas: QuotasService,
  ) {}

  @Get()
  @Operation({
    id: 'getLimits',
    summary: 'Retrieve the limits',
    description:
      'Returns the rate limits of the key and of its organization, and the quotas of the organization with their current ' +
      'use. The `RateLimit` header of every response shows the remaining requests of the key (`default`), or of the ' +
      '`organization` if fewer. It shows `in-flight` and `written-bytes` only when they are used up.',
    answer: { one: LimitsDto },
  })
  async get(@CurrentCaller() { organizationId, mode }: Caller): Promise<LimitsDto> {
    return {
      object: 'limits',
      rates: this.rates.listPolicies(mode),
      quotas: await this.quotas.listUsage(organizationId),
    };
  }
}
