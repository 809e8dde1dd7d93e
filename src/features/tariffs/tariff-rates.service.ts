import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { invalidFile } from '../../platform/http/contract/csv-records.js';
import { yieldToEventLoop } from '../../platform/http/contract/request-signal.js';
import type { FieldError } from '../../platform/http/errors/api-error.js';
import { runFileTask } from '../../platform/http/pipeline/file-queue.js';
import { getRequestContext } from '../../platform/http/pipeline/request-context.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import {
  formatCsvLine,
  parseCsvLines,
  CSV_HEADER,
  packRows,
  unpackRows,
  parseRateRows,
  type RateRow,
} from './rates-file.js';
import { isXlsx, parseXlsxLines } from './rates-xlsx.js';
import { toTariffDto } from './tariff.mapper.js';
import { TariffRatesRepository, type RatePage, type RatesVersion } from './tariff-rates.repository.js';
import type { TariffDto } from './tariffs.dto.js';
import { TariffsRepository } from './tariffs.repository.js';

const INSERT_BATCH_ROWS = 2_000;

/** Uploads and downloads the rates of a tariff as a file. An upload replaces all rates or none. */
@Injectable()
export class TariffRatesService {
  constructor(
    private readonly tariffs: TariffsRepository,
    private readonly rates: TariffRatesRepository,
    private readonly transactions: Transactions,
  ) {}

  /** Parses the file before the transaction, without holding a connection. @throws ApiError invalid_file, payload_too_large */
  async replace(tenant: Tenant, id: number, bytes: Buffer, signal: AbortSignal): Promise<TariffDto> {
    await this.tariffs.get(tenant, id);
    const parts = await readParts(bytes, signal);
    return this.transactions.run(async () => {
      await this.tariffs.lock(tenant, id);
      await this.rates.deleteAll(id);
      let count = 0;
      for (const part of parts) {
        await yieldToEventLoop(signal);
        const rows = unpackRows(part);
        await this.rates.insert(id, count + 1, rows);
        count += rows.length;
      }
      return toTariffDto(await this.tariffs.updateRateCount(tenant, id, count));
    });
  }

  /** Streams the file. The stream fails if an upload replaces the rates meanwhile. @throws RowMissing; ApiError service_unavailable */
  async streamCsv(tenant: Tenant, id: number): Promise<Readable> {
    // A file gets the timeout of a CSV list.
    const scope = getRequestContext();
    if (scope) scope.statementMs = undefined;
    return Readable.from(this.streamPages(tenant, id, await this.readVersion(tenant, id)));
  }

  /** Waits for the first turn of the file. @throws ApiError service_unavailable */
  private readVersion(tenant: Tenant, id: number): Promise<RatesVersion> {
    return runFileTask(tenant.organizationId, true, () => this.rates.getVersion(tenant, id));
  }

  private async *streamPages(
    tenant: Tenant,
    id: number,
    { version, count }: RatesVersion,
  ): AsyncGenerator<string> {
    yield CSV_HEADER;
    let sent = 0;
    for (let after: number | null = 0; after !== null;) {
      const start: number = after;
      const page: RatePage = await runFileTask(tenant.organizationId, false, () =>
        this.rates.readPage(tenant, id, version, start),
      );
      if (page.rows.length > 0) yield page.rows.map(formatCsvLine).join('');
      sent += page.rows.length;
      after = page.lastPosition;
    }
    if (sent !== count)
      throw new Error('An upload replaced the rates during the download. Download them again.');
  }
}

/** Returns packed batches of all rows. @throws ApiError invalid_file, payload_too_large */
async function readParts(bytes: Buffer, signal: AbortSignal): Promise<Buffer[]> {
  const lines = isXlsx(bytes) ? parseXlsxLines(bytes, signal) : parseCsvLines(bytes, signal);
  const faults: FieldError[] = [];
  const parts: Buffer[] = [];
  let rows: RateRow[] = [];
  for await (const row of parseRateRows(lines, faults)) {
    rows.push(row);
    if (rows.length < INSERT_BATCH_ROWS) continue;
    parts.push(packRows(rows));
    rows = [];
  }
  if (faults.length > 0) throw invalidFile(faults);
  return rows.length > 0 ? [...parts, packRows(rows)] : parts;
}
