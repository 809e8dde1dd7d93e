import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import type { Tenant } from '../tenancy/tenant.js';
import type { SandboxCountsDto } from './sandbox.dto.js';

/** What a reset leaves alone: who may call, and how carriers are reached. */
export const KEPT_TABLES = ['api_keys', 'carrier_connections'];

/** What a reset empties, rows that point at others first. A test compares both lists with the database. */
export const RESET_TABLES = [
  'webhook_deliveries',
  'webhook_endpoints',
  'events',
  'invoice_line_items',
  'invoices',
  'bills',
  'tracking_scans',
  'tracked_shipments',
  'bookings',
  'freight',
  'quotes',
  'addresses',
  'customers',
  'idempotent_requests',
];

/** The test half of an organization as a whole. */
@Injectable()
export class SandboxDataRepository {
  constructor(private readonly transactions: Transactions) {}

  async deleteAll({ organizationId, mode }: Tenant): Promise<void> {
    for (const table of RESET_TABLES) {
      // The request that resets may be under an Idempotency-Key itself: what still runs keeps its row.
      const only = table === 'idempotent_requests' ? 'AND sealed_answer IS NOT NULL' : '';
      await this.transactions.manager.query(
        `DELETE FROM ${table} WHERE organization_id = $1 AND mode = $2 ${only}`,
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
               ${of('addresses')} AS addresses, ${of('customers')} AS customers, ${of('bills')} AS bills,
               ${of('webhook_endpoints')} AS webhooks, ${of('events')} AS events`,
      values: [organizationId, mode],
    });
    return counts!;
  }
}
