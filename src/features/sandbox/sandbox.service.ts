import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { AuditLogService } from '../../platform/auth/audit-log.service.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { SandboxResetDto, SandboxStatusDto } from './sandbox.dto.js';
import { SandboxDataRepository } from './sandbox-data.repository.js';

/** Counts and deletes an organization's test data. */
@Injectable()
export class SandboxService {
  constructor(
    private readonly data: SandboxDataRepository,
    private readonly transactions: Transactions,
    private readonly audit: AuditLogService,
  ) {}

  async reset(tenant: Tenant): Promise<SandboxResetDto> {
    await this.transactions.run(async () => {
      await this.data.deleteAll(tenant);
      await this.audit.record(tenant, 'sandbox.reset', {});
    });
    return { object: 'sandbox.reset', status: 'ok', reset: true };
  }

  async status(tenant: Tenant): Promise<SandboxStatusDto> {
    const counts = await this.data.count(tenant);
    const { shipments, quotes, bols, invoices } = counts;
    return { object: 'sandbox.status', livemode: false, shipments, quotes, bols, invoices, counts };
  }
}
