import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { toCanonicalJson } from '../../platform/idempotency/fingerprint.js';
import { QuotasService } from '../../platform/rate-limits/quotas.service.js';
import {
  OwnedRepository,
  type PlainChanges,
  type UpsertResult,
} from '../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { Address } from './address.entity.js';

type AddressRow = PlainChanges<Address>;
type Field = keyof Address & string;

const ROWS_PER_COMPARISON = 500;

@Injectable()
export class AddressesRepository extends OwnedRepository<Address> {
  constructor(
    transactions: Transactions,
    private readonly quotas: QuotasService,
  ) {
    super(transactions, Address);
  }

  protected override assertRoom(tenant: Tenant, adding: number): Promise<void> {
    return this.quotas.check('addresses', tenant, adding);
  }

  /**
   * Inserts rows, or updates `fields` of the stored address with the same `externalRef`. A row without `externalRef` is
   * inserted unless a stored address or an earlier row has the same values. The first row gets the highest id.
   */
  async upsertImported(tenant: Tenant, rows: AddressRow[], fields: string[]): Promise<UpsertResult> {
    await this.oneByOne(tenant);
    const changing = new Set(fields as Field[]);
    const fresh = await this.excludeStored(tenant, rows, [...changing]);
    // A new location type may invalidate the stored reason for limited access, and the reverse.
    if (changing.has('locationType') || changing.has('limitedAccess'))
      changing.add('locationType').add('limitedAccess');
    changing.delete('externalRef');
    const upserted = await this.upsertAll(tenant, fresh.toReversed(), 'externalRef', [...changing]);
    return { ...upserted, unchanged: upserted.unchanged + rows.length - fresh.length };
  }

  private async excludeStored(tenant: Tenant, rows: AddressRow[], fields: Field[]): Promise<AddressRow[]> {
    const seen = new Set<string>();
    const distinct = rows.filter((row) => {
      const key = toCanonicalJson(fields.map((field) => row[field] ?? null));
      return row.externalRef != null || (!seen.has(key) && seen.add(key));
    });
    const anonymous = distinct.filter(({ externalRef }) => externalRef == null);
    const stored = new Set<AddressRow>();
    for (let start = 0; start < anonymous.length; start += ROWS_PER_COMPARISON) {
      const batch = anonymous.slice(start, start + ROWS_PER_COMPARISON);
      for (const index of await this.findStored(tenant, batch, fields)) stored.add(batch[index]!);
    }
    return distinct.filter((row) => !stored.has(row));
  }

  /** Returns the indexes of the rows whose values a stored address without `externalRef` has. */
  private async findStored(
    { organizationId, mode }: Tenant,
    rows: AddressRow[],
    fields: Field[],
  ): Promise<number[]> {
    const metadata = this.transactions.manager.connection.getMetadata(Address);
    const columns = fields.map((field) => metadata.findColumnWithPropertyName(field)!.databaseName);
    const values = rows.map((row, id) => ({
      id,
      ...Object.fromEntries(columns.map((column, at) => [column, row[fields[at]!]])),
    }));
    // The lateral join with a limit looks each row up in the index, whatever the planner expects of the table.
    const found = await this.transactions.prepared<{ id: number }>({
      text: `SELECT imported.id FROM jsonb_populate_recordset(NULL::addresses, $3) imported, LATERAL (
               SELECT FROM addresses stored
               WHERE stored.organization_id = $1 AND stored.mode = $2 AND stored.external_ref IS NULL
                 AND stored.zip = imported.zip AND stored.address = imported.address
                 AND ${columns.map((column) => `stored.${column} IS NOT DISTINCT FROM imported.${column}`).join(' AND ')}
               LIMIT 1) found`,
      values: [organizationId, mode, JSON.stringify(values)],
    });
    return found.map(({ id }) => id);
  }
}
