import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { ApiError } from '../http/errors/api-error.js';
import type { Tenant } from '../tenancy/tenant.js';

/** Names the subject of each quota, counted over both modes of an organization, and how to get below it. */
const QUOTAS = {
  api_keys: ['active API keys', 'Revoke a key or raise QUOTA_KEYS.'],
  members: ['members and invitations', 'Remove one or raise QUOTA_MEMBERS.'],
  carrier_connections: ['carrier connections', 'Delete a connection or raise QUOTA_CONNECTIONS.'],
  webhook_endpoints: ['webhook endpoints', 'Delete an endpoint or raise QUOTA_ENDPOINTS.'],
  tracked_shipments: ['tracked numbers', 'Stop tracking a number or raise QUOTA_TRACKED.'],
  tariffs: ['tariffs', 'Delete a tariff or raise QUOTA_TARIFFS.'],
  document_bytes: ['bytes of documents', 'Delete a document or raise QUOTA_DOCUMENT_BYTES.'],
} as const;

export type QuotaName = keyof typeof QUOTAS;

export interface QuotaUsage {
  name: QuotaName;
  limit: number;
  used: number;
}

/** Limits objects that cost resources for as long as they exist. The features that store them register a counter. */
@Injectable()
export class QuotasService {
  private readonly counters = new Map<QuotaName, (organizationId: number) => Promise<number>>();

  constructor(private readonly config: Config) {}

  registerCounter(name: QuotaName, count: (organizationId: number) => Promise<number>): void {
    this.counters.set(name, count);
  }

  /**
   * Exact only if the caller's transaction serializes the inserts of the tenant. Otherwise concurrent inserts may exceed
   * the limit by a few. @param adding how many objects, or bytes, the caller adds @throws ApiError quota_exceeded
   */
  async check(name: QuotaName, { organizationId }: Tenant, adding = 1): Promise<void> {
    const limit = this.config.quotas[name];
    if ((await this.counters.get(name)!(organizationId)) + adding <= limit) return;
    const [label, remedy] = QUOTAS[name];
    const message = `Quota exceeded: at most ${limit} ${label} per organization. ${remedy}`;
    throw new ApiError('quota_exceeded', { message, transient: true });
  }

  async listUsage(organizationId: number): Promise<QuotaUsage[]> {
    return Promise.all(
      (Object.keys(QUOTAS) as QuotaName[]).map(async (name) => ({
        name,
        limit: this.config.quotas[name],
        used: await this.counters.get(name)!(organizationId),
      })),
    );
  }
}
