import { Injectable } from '@nestjs/common';
import { Any, IsNull } from 'typeorm';
import { Transactions } from '../../platform/database/transactions.js';
import { toCanonicalJson } from '../../platform/idempotency/fingerprint.js';
import {
  OwnedRepository,
  type PlainChanges,
  type UpsertResult,
} from '../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { Address } from './address.entity.js';

type AddressRow = PlainChanges<Address>;
type Field = keyof Address & string;

@Injectable()
export class AddressesRepository extends OwnedRepository<Address> {
  constructor(transactions: Transactions) {
    super(transactions, Address);
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
    const anonymous = rows.filter(({ externalRef }) => externalRef == null);
    if (anonymous.length === 0) return rows;
    const { organizationId, mode } = tenant;
    const zip = Any([...new Set(anonymous.map((row) => row.zip!))]);
    const stored = await this.transactions.manager.findBy(Address, {
      organizationId,
      mode,
      zip,
      externalRef: IsNull(),
    });
    const toKey = (row: AddressRow | Address): string =>
      toCanonicalJson(fields.map((field) => row[field] ?? null));
    const known = new Set(stored.map(toKey));
    return rows.filter((row) => {
      if (row.externalRef != null) return true;
      const key = toKey(row);
      return !known.has(key) && known.add(key);
    });
  }
}
