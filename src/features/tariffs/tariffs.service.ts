import { Injectable } from '@nestjs/common';
import { CarriersService } from '../carriers/carriers.service.js';
import { AuditLogService, type AuditSubject } from '../../platform/auth/audit-log.service.js';
import { Transactions } from '../../platform/database/transactions.js';
import type { Page } from '../../platform/tenancy/page.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { toTariffChanges, toTariffRow, toTariffDto } from './tariff.mapper.js';
import type {
  CreateTariffDto,
  DeletedTariffDto,
  TariffDto,
  TariffListQuery,
  UpdateTariffDto,
} from './tariffs.dto.js';
import { TariffsRepository } from './tariffs.repository.js';

@Injectable()
export class TariffsService {
  constructor(
    private readonly tariffs: TariffsRepository,
    private readonly transactions: Transactions,
    private readonly audit: AuditLogService,
    carriers: CarriersService,
  ) {
    carriers.registerOrganizationCarriers((tenant) => this.tariffs.listCarriers(tenant));
  }

  /** @throws ApiError quota_exceeded */
  async create(tenant: AuditSubject, body: CreateTariffDto): Promise<TariffDto> {
    const row = toTariffRow(body);
    return this.transactions.run(async () => {
      const tariff = await this.tariffs.add(tenant, row);
      await this.recordTenderEmail(tenant, tariff.id, null, tariff.tenderEmail);
      return toTariffDto(tariff);
    });
  }

  async list(tenant: Tenant, query: TariffListQuery): Promise<Page<TariffDto>> {
    return (await this.tariffs.page(tenant, query)).map(toTariffDto);
  }

  async get(tenant: Tenant, id: number): Promise<TariffDto> {
    return toTariffDto(await this.tariffs.get(tenant, id));
  }

  async update(tenant: AuditSubject, id: number, body: UpdateTariffDto): Promise<TariffDto> {
    return this.transactions.run(async () => {
      const stored = await this.tariffs.lock(tenant, id);
      const change = toTariffChanges(body, stored);
      const changed = (await this.tariffs.change(tenant, stored, change)) ?? stored;
      await this.recordTenderEmail(tenant, id, stored.tenderEmail, changed.tenderEmail);
      return toTariffDto(changed);
    });
  }

  async delete(tenant: AuditSubject, id: number): Promise<DeletedTariffDto> {
    return this.transactions.run(async () => {
      const { tenderEmail } = await this.tariffs.lock(tenant, id);
      await this.tariffs.delete(tenant, id);
      await this.recordTenderEmail(tenant, id, tenderEmail, null);
      return { object: 'tariff', id, deleted: true };
    });
  }

  /** Tenders carry addresses and prices, so the audit log has every change of where they go. */
  private async recordTenderEmail(
    tenant: AuditSubject,
    id: number,
    from: string | null,
    to: string | null,
  ): Promise<void> {
    if (from !== to) await this.audit.record(tenant, 'tariff.tender_email_changed', { id, from, to });
  }
}
