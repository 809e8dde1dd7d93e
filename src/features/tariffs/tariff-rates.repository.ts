import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { RowMissing } from '../../platform/tenancy/errors.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { parseCents } from '../../domain/money.js';
import type { LaneRate } from '../carriers/rating/linehaul.js';
import type { RateRow } from './rates-file.js';

export type RateKey = Pick<LaneRate, 'origin' | 'destination' | 'freightClass'> & { tariffId: number };

type StoredRate = RateRow & { tariffId: number };

export interface RatesVersion {
  count: number;
  version: string;
}

export interface RatePage {
  rows: RateRow[];
  lastPosition: number | null;
}

const PAGE_ROWS = 2_000;
const COLUMNS = `r.origin, r.destination, r.freight_class AS "freightClass", r.minimum::text AS minimum,
  r.rates::text[] AS rates`;

/** The rates of tariffs. Reads filter by the tenant of the tariff. */
@Injectable()
export class TariffRatesRepository {
  constructor(private readonly transactions: Transactions) {}

  /** Returns the rates of the keys by tariff. Complete keys use the index even with outdated table statistics. */
  async find({ organizationId, mode }: Tenant, keys: RateKey[]): Promise<Map<number, LaneRate[]>> {
    const rows = await this.transactions.prepared<StoredRate>({
      name: 'tariff_rates_find',
      text: `SELECT r.tariff_id AS "tariffId", ${COLUMNS}
             FROM unnest($3::bigint[], $4::text[], $5::text[], $6::text[])
               AS k (tariff_id, origin, destination, freight_class)
             JOIN tariff_rates r ON r.tariff_id = k.tariff_id AND r.origin = k.origin
               AND r.destination = k.destination AND r.freight_class = k.freight_class
             JOIN tariffs t ON t.id = r.tariff_id
             WHERE t.organization_id = $1 AND t.mode = $2`,
      values: [
        organizationId,
        mode,
        keys.map(({ tariffId }) => tariffId),
        keys.map(({ origin }) => origin),
        keys.map(({ destination }) => destination),
        keys.map(({ freightClass }) => freightClass),
      ],
    });
    const byTariff = Map.groupBy(rows, ({ tariffId }) => tariffId);
    return new Map([...byTariff].map(([id, rates]) => [id, rates.map(toLaneRate)]));
  }

  /** Reads a page of the file; no rows if the rates are no longer those of `version`. */
  async readPage(
    { organizationId, mode }: Tenant,
    tariffId: number,
    version: string,
    after: number,
  ): Promise<RatePage> {
    const statement = {
      name: 'tariff_rates_page',
      text: `SELECT r.position, ${COLUMNS} FROM tariff_rates r JOIN tariffs t ON t.id = r.tariff_id
             WHERE t.organization_id = $1 AND t.mode = $2 AND r.tariff_id = $3
             AND t.rates_updated_at::text = $4 AND r.position > $5 ORDER BY r.position LIMIT ${PAGE_ROWS}`,
      values: [organizationId, mode, tariffId, version, after],
    };
    const rows = await this.transactions.reading(() =>
      this.transactions.prepared<RateRow & { position: number }>(statement),
    );
    return { rows, lastPosition: rows.length < PAGE_ROWS ? null : rows.at(-1)!.position };
  }

  /** Returns the number of rates, and a text that changes with every upload. @throws RowMissing */
  async getVersion({ organizationId, mode }: Tenant, tariffId: number): Promise<RatesVersion> {
    const [row] = await this.transactions.prepared<RatesVersion>({
      name: 'tariff_rates_standing',
      text: `SELECT rate_count AS count, COALESCE(rates_updated_at::text, '') AS version FROM tariffs
             WHERE organization_id = $1 AND mode = $2 AND id = $3`,
      values: [organizationId, mode, tariffId],
    });
    if (!row) throw new RowMissing();
    return row;
  }

  /** Deletes the rates of a tariff. The caller must have locked the tariff for its tenant. */
  async deleteAll(tariffId: number): Promise<void> {
    await this.transactions.prepared({
      name: 'tariff_rates_delete',
      text: 'DELETE FROM tariff_rates WHERE tariff_id = $1',
      values: [tariffId],
    });
  }

  /** Inserts rates. The caller must have locked the tariff for its tenant. @param from position of the first row */
  async insert(tariffId: number, from: number, rows: RateRow[]): Promise<void> {
    const breaks = rows[0]?.rates.map((_rate, index) => rows.map(({ rates }) => rates[index]!)) ?? [];
    await this.transactions.prepared({
      name: 'tariff_rates_insert',
      text: `INSERT INTO tariff_rates (tariff_id, position, origin, destination, freight_class, minimum, rates)
             SELECT $1, $2 + n - 1, o, d, c, m, ARRAY[b1, b2, b3, b4, b5, b6, b7]
             FROM unnest($3::text[], $4::text[], $5::text[], $6::numeric[], $7::numeric[], $8::numeric[],
               $9::numeric[], $10::numeric[], $11::numeric[], $12::numeric[], $13::numeric[])
               WITH ORDINALITY AS f (o, d, c, m, b1, b2, b3, b4, b5, b6, b7, n)`,
      values: [
        tariffId,
        from,
        rows.map(({ origin }) => origin),
        rows.map(({ destination }) => destination),
        rows.map(({ freightClass }) => freightClass),
        rows.map(({ minimum }) => minimum),
        ...breaks,
      ],
    });
  }
}

function toLaneRate({ minimum, rates, origin, destination, freightClass }: StoredRate): LaneRate {
  return {
    origin,
    destination,
    freightClass,
    minimumCents: parseCents(minimum),
    ratesCents: rates.map(parseCents),
  };
}
