import { Injectable } from '@nestjs/common';
import { Any, IsNull } from 'typeorm';
import { Transactions } from '../../platform/database/transactions.js';
import { toCanonicalJson } from '../../platform/idempotency/fingerprint.js';
import { OwnedRepository } from '../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { UpsertResult } from '../../platform/tenancy/upsert-rows.js';
import type { AddressColumns } from './address-row.mapper.js';
import { Address } from './address.entity.js';

type Field = keyof AddressColumns;

@Injectable()
export class AddressesRepository extends OwnedRepository<Address> {
  constructor(transactions: Transactions) {
    super(transactions, Address);
  }

  /**
   * Adds addresses, or changes `fields` of those that have their `externalRef`; of those without one only what isn't there
   * word for word is added, once. The first of them is the newest afterwards.
   */
  async upsertImported(tenant: Tenant, rows: AddressColumns[], fields: string[]): Promise<UpsertResult> {
    await this.oneByOne(tenant);
    const changing = new Set(fields as Field[]);
    const fresh = await this.excludeStored(tenant, rows, [...changing]);
    // The kind of a place and the reason of its limited access are one thing.
    if (changing.has('locationType') || changing.has('limitedAccess'))
      changing.add('locationType').add('limitedAccess');
    changing.delete('externalRef');
    const upserted = await this.upsertAll(tenant, fresh.toReversed(), 'externalRef', [...changing]);
    return { ...upserted, unchanged: upserted.unchanged + rows.length - fresh.length };
  }

  private async excludeStored(
    tenant: Tenant,
    rows: AddressColumns[],
    fields: Field[],
  ): Promise<AddressColumns[]> {
    const anonymous = rows.filter(({ externalRef }) => externalRef == null);
    if (anonymous.length === 0) return rows;
    const { organizationId, mode } = tenant;
    const zip = Any([...new Set(anonymous.map((row) => row.zip))]);
    const stored = await this.transactions.manager.findBy(Address, {
      organizationId,
      mode,
      zip,
      externalRef: IsNull(),
    });
    const words = (row: AddressColumns): string => toCanonicalJson(fields.map((field) => row[field] ?? null));
    const known = new Set(stored.map(words));
    return rows.filter((row) => {
      if (row.externalRef != null) return true;
      const said = words(row);
      return !known.has(said) && known.add(said);
    });
  }
}
