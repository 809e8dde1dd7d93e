import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import { QuotasService } from '../rate-limits/quotas.service.js';
import { OwnedRepository } from '../tenancy/owned.repository.js';
import { ApiKey } from './api-key.entity.js';

/** The keys of one organization and mode, as their owner sees them. */
@Injectable()
export class KeysRepository extends OwnedRepository<ApiKey> {
  constructor(transactions: Transactions, quotas: QuotasService) {
    super(transactions, ApiKey);
    quotas.registerCounter('api_keys', (organizationId) => this.countActive(organizationId));
  }

  private async countActive(organizationId: number): Promise<number> {
    const [row] = await this.transactions.prepared<{ count: number }>({
      name: 'keys_in_use',
      text: `SELECT count(*)::int AS count FROM api_keys
             WHERE organization_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
      values: [organizationId],
    });
    return row!.count;
  }
}
