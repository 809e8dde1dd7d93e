import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { ApiError } from '../http/errors/api-error.js';
import type { Tenant } from '../tenancy/tenant.js';

/** What an organization may have, in both modes together, and how one says it. */
const QUOTA_LABELS = {
  api_keys: 'API keys in use',
  members: 'members and invitations',
  carrier_connections: 'carrier connections',
  webhook_endpoints: 'webhook endpoints',
  tracked_shipments: 'tracked numbers',
  tariffs: 'tariffs',
  document_bytes: 'bytes of documents',
} as const;

export type QuotaName = keyof typeof QUOTA_LABELS;

export interface QuotaUsage {
  name: QuotaName;
  limit: number;
  used: number;
}

/** How much there may be of what costs the service something for as long as it exists. The rooms that hold it count it. */
@Injectable()
export class QuotasService {
  private readonly counters = new Map<QuotaName, (organizationId: number) => Promise<number>>();

  constructor(private readonly config: Config) {}

  /** Says how the room counts what it holds of an organization. */
  registerCounter(name: QuotaName, count: (organizationId: number) => Promise<number>): void {
    this.counters.set(name, count);
  }

  /**
   * Exact where the transaction that adds one makes others of the tenant wait first; else a few may pass at once.
   * @param adding how much more there would be @throws ApiError quota_exceeded
   */
  async check(name: QuotaName, { organizationId }: Tenant, adding = 1): Promise<void> {
    const limit = this.config.quotas[name];
    if ((await this.counters.get(name)!(organizationId)) + adding <= limit) return;
    const message = `The organization may have ${limit} ${QUOTA_LABELS[name]}, and this would be more: remove some first.`;
    throw new ApiError('quota_exceeded', { message, transient: true });
  }

  /** Every quota with what is used of it. */
  async listUsage(organizationId: number): Promise<QuotaUsage[]> {
    return Promise.all(
      (Object.keys(QUOTA_LABELS) as QuotaName[]).map(async (name) => ({
        name,
        limit: this.config.quotas[name],
        used: await this.counters.get(name)!(organizationId),
      })),
    );
  }
}
