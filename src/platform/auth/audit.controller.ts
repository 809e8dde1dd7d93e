import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../http/contract/operation.js';
import type { Page } from '../tenancy/page.js';
import { AuditEntryDto, AuditLogQuery } from './audit.dto.js';
import { AuditLogService } from './audit-log.service.js';
import { CurrentCaller, type Caller } from './caller.js';

@ApiTags('Organization')
@Controller('audit-log')
export class AuditController {
  constructor(private readonly audit: AuditLogService) {}

  @Get()
  @Operation({
    id: 'listAuditLog',
    summary: 'List the audit log',
    description:
      'Who made, replaced, rotated and ended the keys, webhook secrets and carrier connections of the organization, and ' +
      'changed its profile: through the API and by the operator, newest first. Of the mode of the key that asks; what ' +
      'concerns both stands in live mode. Kept for two years (`AUDIT_RETENTION`).',
    answer: { list: AuditEntryDto },
  })
  list(@CurrentCaller() caller: Caller, @Query() query: AuditLogQuery): Promise<Page<AuditEntryDto>> {
    return this.audit.page(caller, query);
  }
}
