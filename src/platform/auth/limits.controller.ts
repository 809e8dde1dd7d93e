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
      'How often the key may ask, and how much the organization may have, with what is used of it. What is left of a ' +
      'rate stands in the header `RateLimit` of every answer; of `in-flight` and `written-bytes` once nothing is left.',
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
