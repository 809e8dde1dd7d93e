import { Injectable } from '@nestjs/common';
import { conflictingParam, invalidParam } from '../../platform/http/errors/api-error.js';
import type { Caller } from '../../platform/auth/caller.js';
import { RowMissing } from '../../platform/tenancy/errors.js';
import { Page } from '../../platform/tenancy/page.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { listScacs, AdapterRegistry } from './adapter-registry.js';
import type { CarrierConnection } from './carrier-connection.entity.js';
import { CarrierConnectionsService } from './carrier-connections.service.js';
import { CarriersRepository } from './carriers.repository.js';
import { ConnectionRefused } from './connection-refused.js';
import { ConnectionSettingsService } from './connection-settings.service.js';
import { ConnectionTestService } from './connection-test.service.js';
import { toConnectionDto, toTestedConnectionDto } from './connection.mapper.js';
import type {
  CarrierConnectionDto,
  CarrierConnectionListQuery,
  TestedConnectionDto,
  CreateCarrierConnectionDto,
  DeletedCarrierConnectionDto,
  UpdateCarrierConnectionDto,
} from './connections.dto.js';

/** Carrier connections through the API. Unlike an operator, a key cannot add carriers to the directory. */
@Injectable()
export class ConnectionsApiService {
  constructor(
    private readonly connections: CarrierConnectionsService,
    private readonly carriers: CarriersRepository,
    private readonly adapters: AdapterRegistry,
    private readonly settings: ConnectionSettingsService,
    private readonly tester: ConnectionTestService,
  ) {}

  /** @throws ApiError conflicting_values, missing_parameter, unknown_reference, connection_refused, quota_exceeded */
  async create(caller: Caller, body: CreateCarrierConnectionDto): Promise<CarrierConnectionDto> {
    return withApiErrors(async () => {
      const scac = await this.resolveScac(body);
      const wanted = {
        adapter: body.adapter,
        scac,
        settings: body.settings ?? {},
        holidays: body.holidays ?? null,
      };
      return this.toDto(await this.connections.connect(caller, wanted, caller));
    });
  }

  async list(tenant: Tenant, query: CarrierConnectionListQuery): Promise<Page<CarrierConnectionDto>> {
    return (await this.connections.listPage(tenant, query)).map((one) => this.toDto(one));
  }

  /** @throws RowMissing */
  async get(tenant: Tenant, id: number): Promise<CarrierConnectionDto> {
    return this.toDto(await this.connections.get(tenant, id));
  }

  /** @throws ApiError resource_missing, invalid_value, conflicting_values */
  async update(
    caller: Caller,
    id: number,
    { settings = {}, holidays }: UpdateCarrierConnectionDto,
  ): Promise<CarrierConnectionDto> {
    return withApiErrors(async () =>
      this.toDto(await this.connections.change(caller, id, { settings, holidays }, caller)),
    );
  }

  /** @throws ApiError resource_missing, connection_in_use */
  async delete(caller: Caller, id: number): Promise<DeletedCarrierConnectionDto> {
    await this.connections.removeUnused(caller, id, caller);
    return { object: 'carrier_connection', id, deleted: true };
  }

  /** @throws RowMissing */
  async test(tenant: Tenant, id: number): Promise<TestedConnectionDto> {
    const result = await this.tester.test(tenant, id);
    if (!result) throw new RowMissing();
    return toTestedConnectionDto(id, result);
  }

  /** @throws ConnectionRefused, ApiError conflicting_values, missing_parameter, unknown_reference */
  private async resolveScac({ adapter: name, scac: given }: CreateCarrierConnectionDto): Promise<string> {
    const known = listScacs(this.adapters.get(name));
    const scac = given?.toUpperCase() ?? (known.length === 1 ? known[0]! : null);
    if (scac === null)
      throw invalidParam(
        'scac',
        'scac is required: the adapter supports several carriers.',
        'missing_parameter',
      );
    if (known.length > 0 && !known.includes(scac))
      throw conflictingParam(
        'scac',
        `scac must be a carrier that the adapter supports: ${known.join(', ')}.`,
      );
    if ((await this.carriers.filterKnownScacs([scac])).length === 0)
      throw invalidParam(
        'scac',
        'scac must be a carrier in the directory. Ask the operator to add it.',
        'unknown_reference',
      );
    return scac;
  }

  private toDto(connection: CarrierConnection): CarrierConnectionDto {
    return toConnectionDto(connection, this.settings.listSettingNames(connection));
  }
}

async function withApiErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ConnectionRefused ? error.apiError : error;
  }
}
