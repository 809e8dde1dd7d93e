import { Injectable } from '@nestjs/common';
import type { EntityMetadata } from 'typeorm';
import { Transactions } from '../../platform/database/transactions.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { SandboxCountsDto } from './sandbox.dto.js';

/** Tables that a reset keeps: access, audit log and carrier connections. */
export const KEPT_TABLES = [
  'api_keys',
  'audit_log',
  'carrier_connections',
  'invitations',
  'members',
  'sessions',
  'sign_in_links',
];

/** Keeps the idempotency rows of running requests, because the reset itself may have one. */
const RESET_CONDITIONS: Record<string, string> = { idempotent_requests: 'AND sealed_answer IS NOT NULL' };

/** Emptied first, so that a concurrent delivery cannot be stored without its body. */
const RESET_FIRST = ['webhook_bodies'];

/** Lists every table with an organization and a mode, including those of extensions, in the order of foreign keys. */
export function listResetTables(entities: EntityMetadata[]): string[] {
  const owned = entities.filter(
    (entity) =>
      entity.findColumnWithPropertyName('organizationId') &&
      entity.findColumnWithPropertyName('mode') &&
      !KEPT_TABLES.includes(entity.tableName),
  );
  const seen = new Set<EntityMetadata>();
  const withReferencing = (entity: EntityMetadata): string[] => {
    if (seen.has(entity)) return [];
    seen.add(entity);
    const referencing = owned.filter(({ foreignKeys }) =>
      foreignKeys.some(({ referencedEntityMetadata }) => referencedEntityMetadata === entity),
    );
    return [...referencing.flatMap(withReferencing), entity.tableName];
  };
  const tables = owned.flatMap(withReferencing);
  return [...RESET_FIRST, ...tables.filter((table) => !RESET_FIRST.includes(table))];
}

@Injectable()
export class SandboxDataRepository {
  constructor(private readonly transactions: Transactions) {}

  async deleteAll({ organizationId, mode }: Tenant): Promise<void> {
    const { manager } = this.transactions;
    // The delivery worker locks the endpoint first too. Another order could deadlock.
    await manager.query(
      'SELECT FROM webhook_endpoints WHERE organization_id = $1 AND mode = $2 ORDER BY id FOR UPDATE',
      [organizationId, mode],
    );
    for (const table of listResetTables(manager.connection.entityMetadatas)) {
      await manager.query(
        `DELETE FROM ${table} WHERE organization_id = $1 AND mode = $2 ${RESET_CONDITIONS[table] ?? ''}`,
        [organizationId, mode],
      );
    }
  }

  async count({ organizationId, mode }: Tenant): Promise<SandboxCountsDto> {
    const count = (table: string): string =>
      `(SELECT count(*) FROM ${table} WHERE organization_id = $1 AND mode = $2)`;
    const [counts] = await this.transactions.prepared<SandboxCountsDto>({
      name: 'sandbox_counts',
      text: `SELECT ${count('freight')} AS shipments, ${count('quotes')} AS quotes, ${count('freight')} AS bols,
               ${count('invoices')} AS invoices, ${count('tracked_shipments')} AS tracked_shipments,
               ${count('addresses')} AS addresses, ${count('products')} AS products,
               ${count('customers')} AS customers, ${count('bills')} AS bills,
               ${count('webhook_endpoints')} AS webhooks, ${count('events')} AS events`,
      values: [organizationId, mode],
    });
    return counts!;
  }
}
