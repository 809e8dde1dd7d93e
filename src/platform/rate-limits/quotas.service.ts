import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { ApiError } from '../http/errors/api-error.js';
import type { Tenant } from '../tenancy/tenant.js';
import { RowCountsRepository } from './row-counts.repository.js';

/** Names the subject of each quota, counted over both modes unless it names one, and how to get below it. */
const QUOTAS = {
  api_keys: ['active API keys', 'Revoke a key or raise QUOTA_KEYS.'],
  members: ['members and invitations', 'Remove one or raise QUOTA_MEMBERS.'],
  carrier_connections: ['carrier connections', 'Delete a connection or raise QUOTA_CONNECTIONS.'],
  webhook_endpoints: ['webhook endpoints', 'Delete an endpoint or raise QUOTA_ENDPOINTS.'],
  tracked_shipments: ['tracked numbers', 'Stop tracking a number or raise QUOTA_TRACKED.'],
  tariffs: ['tariffs', 'Delete a tariff or raise QUOTA_TARIFFS.'],
  addresses: ['saved addresses', 'Delete an address or raise QUOTA_ADDRESSES.'],
  customers: ['customers', 'Raise QUOTA_CUSTOMERS.'],
  products: ['products', 'Delete a product or raise QUOTA_PRODUCTS.'],
  test_shipments: ['test-mode shipments', 'Reset the sandbox or raise QUOTA_TEST_SHIPMENTS.'],
  document_bytes: ['bytes of documents', 'Delete a document or raise QUOTA_DOCUMENT_BYTES.'],
} as const;

export type QuotaName = keyof typeof QUOTAS;

/** The tables of the quotas that `row_counts` counts. */
const COUNTED_TABLES: { [Name in QuotaName]?: string } = {
  addresses: 'addresses',
  customers: 'customers',
  products: 'products',
  test_shipments: 'freight',
};

export interface QuotaUsage {
  name: QuotaName;
  limit: number;
  used: number;
}

/**
 * Limits objects that cost resources for as long as they exist. `row_counts` counts those of large tables. For the others
 * the feature that stores them registers a counter.
 */
@Injectable()
export class QuotasService {
  private readonly counters = new Map<QuotaName, (organizationId: number) => Promise<number>>();

  constructor(
    private readonly config: Config,
    private readonly rowCounts: RowCountsRepository,
  ) {}

  registerCounter(name: QuotaName, count: (organizationId: number) => Promise<number>): void {
    this.counters.set(name, count);
  }

  /**
   * Exact only if the caller's transaction serializes the inserts of the tenant. Otherwise concurrent inserts may exceed
   * the limit by a few. @param adding how many objects, or bytes, the caller adds @throws ApiError quota_exceeded
   */
  async check(name: QuotaName, { organizationId }: Tenant, adding = 1): Promise<void> {
    const limit = this.config.quotas[name];
    if ((await this.count(name, organizationId)) + adding <= limit) return;
    const [label, remedy] = QUOTAS[name];
    const message = `Quota exceeded: at most ${limit} ${label} per organization. ${remedy}`;
    throw new ApiError('quota_exceeded', { message, transient: true });
  }

  async listUsage(organizationId: number): Promise<QuotaUsage[]> {
    const rowCounts = this.rowCounts.mapByTable(organizationId);
    return Promise.all(
      (Object.keys(QUOTAS) as QuotaName[]).map(async (name) => ({
        name,
        limit: this.config.quotas[name],
        used: await this.count(name, organizationId, rowCounts),
      })),
    );
  }

  private async count(
    name: QuotaName,
    organizationId: number,
    rowCounts?: Promise<Map<string, number>>,
  ): Promise<number> {
    const table = COUNTED_TABLES[name];
    if (table === undefined) return this.counters.get(name)!(organizationId);
    return (await (rowCounts ?? this.rowCounts.mapByTable(organizationId))).get(table) ?? 0;
  }
}
