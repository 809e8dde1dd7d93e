import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { invalidFile } from '../../platform/http/contract/csv-records.js';
import { othersFirst } from '../../platform/http/contract/leaving.js';
import type { Fault } from '../../platform/http/errors/api-error.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { csvLine, csvLines, CSV_HEADER, packed, unpacked } from './rates-csv.js';
import { readRates, type RateRow } from './rates-file.js';
import { isXlsx, xlsxLines } from './rates-xlsx.js';
import { presentTariff } from './tariff.presenter.js';
import { TariffRatesRepository, type RatePage, type RatesStanding } from './tariff-rates.repository.js';
import type { TariffDto } from './tariffs.dto.js';
import { TariffsRepository } from './tariffs.repository.js';

const ROWS_AT_ONCE = 2_000;

/** The rates of a tariff as a file: in, all of it or nothing, and out again. */
@Injectable()
export class TariffRates {
  constructor(
    private readonly tariffs: TariffsRepository,
    private readonly rates: TariffRatesRepository,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Reads all of the file before it opens a transaction: however long that takes, no connection and no lock wait for it.
   * @throws ApiError invalid_file, payload_too_large
   */
  async replace(tenant: Tenant, id: number, bytes: Buffer, leaving: AbortSignal): Promise<TariffDto> {
    await this.tariffs.get(tenant, id);
    const parts = await readParts(bytes, leaving);
    return this.transactions.run(async () => {
      await this.tariffs.lock(tenant, id);
      await this.rates.deleteAll(id);
      let count = 0;
      for (const part of parts) {
        await othersFirst(leaving);
        const rows = unpacked(part);
        await this.rates.insert(id, count + 1, rows);
        count += rows.length;
      }
      return presentTariff(await this.tariffs.noteRates(tenant, id, count));
    });
  }

  /** The file, row by row as it is read; one that is replaced meanwhile breaks off. @throws RowMissing */
  async file(tenant: Tenant, id: number): Promise<Readable> {
    return Readable.from(this.pages(tenant, id, await this.rates.standing(tenant, id)));
  }

  private async *pages(
    tenant: Tenant,
    id: number,
    { version, count }: RatesStanding,
  ): AsyncGenerator<string> {
    yield CSV_HEADER;
    let sent = 0;
    for (let after: number | null = 0; after !== null;) {
      const page: RatePage = await this.rates.page(tenant, id, version, after);
      if (page.rows.length > 0) yield page.rows.map(csvLine).join('');
      sent += page.rows.length;
      after = page.last;
    }
    if (sent !== count) throw new Error('The rates were replaced while they were sent.');
  }
}

/** All rows of a file, so many together as are stored at once. @throws ApiError invalid_file, payload_too_large */
async function readParts(bytes: Buffer, leaving: AbortSignal): Promise<Buffer[]> {
  const lines = isXlsx(bytes) ? xlsxLines(bytes, leaving) : csvLines(bytes, leaving);
  const faults: Fault[] = [];
  const parts: Buffer[] = [];
  let rows: RateRow[] = [];
  for await (const row of readRates(lines, faults)) {
    rows.push(row);
    if (rows.length < ROWS_AT_ONCE) continue;
    parts.push(packed(rows));
    rows = [];
  }
  if (faults.length > 0) throw invalidFile(faults);
  return rows.length > 0 ? [...parts, packed(rows)] : parts;
}
