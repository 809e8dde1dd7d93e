import { Injectable } from '@nestjs/common';
import { ADVISORY_LOCKS } from '../../platform/database/advisory-locks.js';
import { Transactions } from '../../platform/database/transactions.js';
import { buildConditions } from '../../platform/tenancy/list-filters.js';
import { Page, type PageRequest } from '../../platform/tenancy/page.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { CarrierFacts } from './carrier-adapter.js';
import { Carrier } from './carrier.entity.js';

export type TenantCarrier = Carrier & { enabled: boolean };

export type CarrierIdentity = Pick<Carrier, 'id' | 'name' | 'scac'>;

const COLUMNS = `c.id, c.name, c.scac, c.carrier_type AS "carrierType", c.contact, c.phone, c.email,
  c.logo_url AS "logoUrl", c.tracking_url AS "trackingUrl", c.created_at AS "createdAt"`;

const IS_CONNECTED = `EXISTS (SELECT 1 FROM carrier_connections n
  WHERE n.organization_id = $1 AND n.mode = $2 AND n.carrier_id = c.id)`;

/** The directory that all organizations share. `enabled` depends on the tenant's connections. */
@Injectable()
export class CarriersRepository {
  constructor(private readonly transactions: Transactions) {}

  /** Returns the tenant's carriers, newest id first: connected ones and those in `priced`. @param priced SCACs with a tariff */
  async listEnabled(tenant: Tenant, query: PageRequest, priced: string[]): Promise<Page<TenantCarrier>> {
    const { limit, starting_after: after } = query;
    const [created] = buildConditions(query).ranges;
    const statement = {
      name: 'carriers_connected',
      text: `SELECT ${COLUMNS}, true AS enabled FROM carriers c
             WHERE (${IS_CONNECTED} OR c.scac = ANY ($7::text[])) AND ($3::bigint IS NULL OR c.id < $3)
             AND c.created_at >= COALESCE($5, '-infinity'::timestamptz)
             AND c.created_at < COALESCE($6, 'infinity'::timestamptz)
             ORDER BY c.id DESC LIMIT $4`,
      values: [
        tenant.organizationId,
        tenant.mode,
        after ?? null,
        limit + 1,
        created?.from ?? null,
        created?.before ?? null,
        priced,
      ],
    };
    const rows = await this.transactions.reading(() => this.transactions.prepared<TenantCarrier>(statement));
    return new Page(rows.slice(0, limit), rows.length > limit);
  }

  /** Returns the SCACs that the directory has. */
  async filterKnownScacs(scacs: string[]): Promise<string[]> {
    const rows = await this.transactions.prepared<Pick<Carrier, 'scac'>>({
      name: 'carriers_known',
      text: 'SELECT scac FROM carriers WHERE scac = ANY ($1)',
      values: [scacs],
    });
    return rows.map(({ scac }) => scac);
  }

  async findById(tenant: Tenant, id: number): Promise<TenantCarrier | null> {
    return this.findOne(tenant, 'id', id);
  }

  async findByScac(tenant: Tenant, scac: string): Promise<TenantCarrier | null> {
    return this.findOne(tenant, 'scac', scac);
  }

  /** Ignores case; a SCAC takes precedence over a name. */
  async findByScacOrName(text: string): Promise<CarrierIdentity | null> {
    const [row] = await this.transactions.prepared<CarrierIdentity>({
      name: 'carrier_named',
      text: `SELECT id, name, scac FROM carriers WHERE scac = upper($1) OR lower(name) = lower($1)
             ORDER BY scac = upper($1) DESC, id LIMIT 1`,
      values: [text.trim()],
    });
    return row ?? null;
  }

  private async findOne(
    tenant: Tenant,
    column: 'id' | 'scac',
    value: unknown,
  ): Promise<TenantCarrier | null> {
    const [row] = await this.transactions.prepared<TenantCarrier>({
      name: `carrier_by_${column}`,
      text: `SELECT ${COLUMNS}, ${IS_CONNECTED} AS enabled FROM carriers c WHERE c.${column} = $3`,
      values: [tenant.organizationId, tenant.mode, value],
    });
    return row ?? null;
  }

  /** Adds an unknown SCAC to the directory. */
  async findOrCreateId(scac: string): Promise<number> {
    const [row] = await this.transactions.manager.query<{ id: number }[]>(
      `INSERT INTO carriers (name, scac) VALUES ($1, $1)
       ON CONFLICT (scac) DO UPDATE SET scac = excluded.scac RETURNING id`,
      [scac],
    );
    return row!.id;
  }

  /** Updates the entries that the product and its adapters know. A lock serializes processes that start together. */
  async sync(carriers: readonly CarrierFacts[]): Promise<void> {
    await this.transactions.manager.query('SELECT pg_advisory_xact_lock($1)', [
      ADVISORY_LOCKS.carrierDirectory,
    ]);
    const rows = carriers.map(toRow);
    const [own, others] = [
      rows.filter(({ id }) => id !== undefined),
      rows.filter(({ id }) => id === undefined),
    ];
    for (const part of [own, others]) {
      if (part.length > 0) await this.transactions.manager.upsert(Carrier, part, ['scac']);
    }
  }
}

function toRow({ id, scac, name, ...facts }: CarrierFacts): Partial<Carrier> {
  const { contact = null, phone = null, email = null, logoUrl = null, trackingUrl = null } = facts;
  return { id, scac, name, carrierType: 'ltl', contact, phone, email, logoUrl, trackingUrl };
}
