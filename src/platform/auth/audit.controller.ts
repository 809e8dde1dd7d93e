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
    summary: 'List audit log entries',
    description:
      'Lists changes to keys, webhook secrets, carrier connections, members and the profile of the organization, ' +
      'newest first. The log covers actions through the API and the operator CLI, in the mode of the key. Actions ' +
      'that affect both modes appear in the live-mode log. Entries are kept for two years (`AUDIT_RETENTION`).',
    answer: { list: AuditEntryDto },
  })
  list(@CurrentCaller() caller: Caller, @Query() query: AuditLogQuery): Promise<Page<AuditEntryDto>> {
    return this.audit.page(caller, query);
  }
}
