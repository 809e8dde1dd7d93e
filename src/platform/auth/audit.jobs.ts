import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Rounds } from '../jobs/rounds.js';
import { AuditLogService } from './audit-log.service.js';

@Injectable()
export class AuditJobs {
  private readonly retention = new Rounds('old audit entries');

  constructor(private readonly audit: AuditLogService) {}

  @Interval(10 * 60_000)
  deleteOld(): Promise<void> {
    return this.retention.run(() => this.audit.deleteOld());
  }
}
