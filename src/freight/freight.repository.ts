import { Injectable } from '@nestjs/common';
import { Config } from '../config.js';
import { Transactions } from '../database/transactions.js';
import { OwnedRepository } from '../tenancy/owned.repository.js';
import type { Tenant } from '../tenancy/tenant.js';
import { bolNumber } from '../vocabulary/pro-number.js';
import { Freight } from './freight.entity.js';

@Injectable()
export class FreightRepository extends OwnedRepository<Freight> {
  constructor(
    transactions: Transactions,
    private readonly config: Config,
  ) {
    super(transactions, Freight);
  }

  /** The next 17-digit VICS number: company prefix, serial, check digit. */
  async nextBolNumber(): Promise<string> {
    const [row] = await this.transactions.prepared<{ serial: number }>({
      name: 'next_bol_serial',
      text: `SELECT nextval('bol_serials') AS serial`,
    });
    return bolNumber(this.config.gs1CompanyPrefix, row!.serial);
  }

  /**
   * The day a carrier is asked to come, YYYY-MM-DD: the day asked for, or else the next business day.
   * A day that has passed can't be asked for any more. Days are those of UTC by the database's clock.
   */
  async pickupDay(shipDate: string | null): Promise<string> {
    const [row] = await this.transactions.prepared<{ day: string }>({
      name: 'pickup_day',
      text: `SELECT CASE WHEN $1::date >= today THEN $1::date
               ELSE today + CASE extract(isodow FROM today) WHEN 5 THEN 3 WHEN 6 THEN 2 ELSE 1 END
             END::text AS day
             FROM (SELECT (now() AT TIME ZONE 'UTC')::date AS today) AS clock`,
      values: [shipDate?.slice(0, 10) ?? null],
    });
    return row!.day;
  }

  /** True for the first caller of all: the bill of lading is on paper now. */
  async markPrinted({ organizationId, mode }: Tenant, id: number): Promise<boolean> {
    const rows = await this.transactions.prepared({
      name: 'freight_printed',
      text: `UPDATE freight SET bol_printed_at = now()
             WHERE organization_id = $1 AND mode = $2 AND id = $3 AND bol_printed_at IS NULL RETURNING id`,
      values: [organizationId, mode, id],
    });
    return rows.length === 1;
  }
}
