import { Injectable } from '@nestjs/common';
import type { EntityMetadata } from 'typeorm';
import { Transactions } from '../../platform/database/transactions.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { SandboxCountsDto } from './sandbox.dto.js';

/** What a reset leaves alone: who may call and did what, and how carriers are reached. */
export const KEPT_TABLES = [
  'api_keys',
  'audit_log',
  'carrier_connections',
  'invitations',
  'members',
  'sessions',
  'sign_in_links',
];

/** The request that resets may be under an Idempotency-Key itself: what still runs keeps its row. */
const RESET_CONDITIONS: Record<string, string> = { idempotent_requests: 'AND sealed_answer IS NOT NULL' };

/** What a reset empties before all else: a delivery that comes meanwhile can't have been stored without it and stay. */
const RESET_FIRST = ['webhook_bodies'];

/** What a reset empties: every table whose rows have an owner and a mode, an extension's too; those that point at others first. */
export function listResetTables(entities: EntityMetadata[]): string[] {
  const owned = entities.filter(
    (entity) =>
      entity.findColumnWithPropertyName('organizationId') &&
      entity.findColumnWithPropertyName('mode') &&
      !KEPT_TABLES.includes(entity.tableName),
  );
  const seen = new Set<EntityMetadata>();
  const withPointing = (entity: EntityMetadata): string[] => {
    if (seen.has(entity)) return [];
    seen.add(entity);
    const pointing = owned.filter(({ foreignKeys }) =>
      foreignKeys.some(({ referencedEntityMetadata }) => referencedEntityMetadata === entity),
    );
    return [...pointing.flatMap(withPointing), entity.tableName];
  };
  const tables = owned.flatMap(withPointing);
  return [...RESET_FIRST, ...tables.filter((table) => !RESET_FIRST.includes(table))];
}

/** The test half of an organization as a whole. */
@Injectable()
export class SandboxDataRepository {
  constructor(private readonly transactions: Transactions) {}

  async deleteAll({ organizationId, mode }: Tenant): Promise<void> {
    const { manager } = this.transactions;
    // Who writes what became of a delivery holds its endpoint first: in the other order the two would wait for each other.
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
    const of = (table: string): string =>
      `(SELECT count(*) FROM ${table} WHERE organization_id = $1 AND mode = $2)`;
    const [counts] = await this.transactions.prepared<SandboxCountsDto>({
      name: 'sandbox_counts',
      text: `SELECT ${of('freight')} AS shipments, ${of('quotes')} AS quotes, ${of('freight')} AS bols,
               ${of('invoices')} AS invoices, ${of('tracked_shipments')} AS tracked_shipments,
               ${of('addresses')} AS addresses, ${of('products')} AS products,
               ${of('customers')} AS customers, ${of('bills')} AS bills,
               ${of('webhook_endpoints')} AS webhooks, ${of('events')} AS events`,
      values: [organizationId, mode],
    });
    return counts!;
  }
}
