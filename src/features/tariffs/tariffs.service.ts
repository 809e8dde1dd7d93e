import { Injectable } from '@nestjs/common';
import { CarriersService } from '../carriers/carriers.service.js';
import { Transactions } from '../../platform/database/transactions.js';
import { RowMissing } from '../../platform/tenancy/errors.js';
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
    carriers: CarriersService,
  ) {
    carriers.registerOrganizationCarriers((tenant) => this.tariffs.listCarriers(tenant));
  }

  /** @throws ApiError quota_exceeded */
  async create(tenant: Tenant, body: CreateTariffDto): Promise<TariffDto> {
    const row = toTariffRow(body);
    return this.transactions.run(async () => toTariffDto(await this.tariffs.add(tenant, row)));
  }

  async list(tenant: Tenant, query: TariffListQuery): Promise<Page<TariffDto>> {
    return (await this.tariffs.page(tenant, query)).map(toTariffDto);
  }

  async get(tenant: Tenant, id: number): Promise<TariffDto> {
    return toTariffDto(await this.tariffs.get(tenant, id));
  }

  async update(tenant: Tenant, id: number, body: UpdateTariffDto): Promise<TariffDto> {
    return this.transactions.run(async () => {
      const stored = await this.tariffs.lock(tenant, id);
      const change = toTariffChanges(body, stored);
      return toTariffDto((await this.tariffs.change(tenant, stored, change)) ?? stored);
    });
  }

  async delete(tenant: Tenant, id: number): Promise<DeletedTariffDto> {
    return this.transactions.run(async () => {
      if (!(await this.tariffs.delete(tenant, id))) throw new RowMissing();
      return { object: 'tariff', id, deleted: true };
    });
  }
}
