import { Injectable } from '@nestjs/common';
import { normalizePro } from '../../domain/pro-number.js';
import { Transactions } from '../../platform/database/transactions.js';
import { parseCsvFile, type FileRow, type FileSchema } from '../../platform/http/contract/csv-file.js';
import { invalidFile } from '../../platform/http/contract/csv-records.js';
import { yieldToEventLoop } from '../../platform/http/contract/request-signal.js';
import { conflictingParam, invalidParam, toApiError } from '../../platform/http/errors/api-error.js';
import { validateBody } from '../../platform/http/pipeline/validate-rows.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { Freight } from '../freight/record/freight.entity.js';
import { FreightLifecycle } from '../freight/record/freight-lifecycle.js';
import { ManualScansService } from './manual-scans.service.js';
import { ScanRowDto, type ImportRowErrorDto, type ScanImportDto } from './scan-import.dto.js';
import { TrackedShipmentsRepository } from './tracked-shipments.repository.js';

const SCAN_FILE: FileSchema = {
  columns: {
    freight_id: 'number',
    pro_number: 'text',
    bol_number: 'text',
    status: 'text',
    occurred_at: 'text',
    city: 'text',
    state: 'text',
    description: 'text',
    signed_by: 'text',
    pieces: 'number',
  },
  required: ['status', 'occurred_at'],
  ignored: [],
};

const SHIPMENT_COLUMNS = ['freight_id', 'pro_number', 'bol_number'] as const;
type ShipmentColumn = (typeof SHIPMENT_COLUMNS)[number];

/** Statuses of errors that concern one row. Any other error ends the import. */
const ROW_ERROR_STATUSES = [400, 404, 422];

interface ScanRow {
  row: number;
  freightId: number;
  body: ScanRowDto;
}

/** Records the scans of a CSV file, each row in its own transaction. A repeated file finds its scans stored. */
@Injectable()
export class ScanImportService {
  constructor(
    private readonly manualScans: ManualScansService,
    private readonly freightLifecycle: FreightLifecycle,
    private readonly tracked: TrackedShipmentsRepository,
    private readonly transactions: Transactions,
  ) {}

  /** @throws ApiError invalid_file */
  async run(tenant: Tenant, bytes: Buffer, signal: AbortSignal): Promise<ScanImportDto> {
    const file = await parseCsvFile(bytes, SCAN_FILE, signal);
    if (!hasShipmentColumn(file.fields))
      throw invalidFile([{ row: 1, message: `The header lacks a shipment column: ${listColumns()}.` }]);
    const errors: ImportRowErrorDto[] = [];
    const rows: ScanRow[] = [];
    await forEachRow(file.rows, errors, signal, async (row) => {
      rows.push(await this.resolveRow(tenant, row));
    });
    // Files often list the newest scan first, and a late scan no longer sets the day of the pickup.
    rows.sort((a, b) => Date.parse(a.body.occurred_at) - Date.parse(b.body.occurred_at));
    let created = 0;
    let unchanged = 0;
    await forEachRow(rows, errors, signal, async ({ freightId, body }) => {
      if (await this.manualScans.store(tenant, freightId, body)) created++;
      else unchanged++;
    });
    errors.sort((a, b) => a.row - b.row);
    const total = file.rows.length;
    const counts = { rows: total, created, updated: 0, unchanged, failed: total - created - unchanged };
    return this.transactions.finish(() => Promise.resolve({ object: 'import' as const, ...counts, errors }));
  }

  /** @throws ApiError with the column as its parameter */
  private async resolveRow(tenant: Tenant, { row, body }: FileRow): Promise<ScanRow> {
    const scan = await validateBody(ScanRowDto, body);
    return { row, freightId: await this.findFreightId(tenant, scan), body: scan };
  }

  /** @throws ApiError missing_parameter, unknown_reference, conflicting_values */
  private async findFreightId(tenant: Tenant, scan: ScanRowDto): Promise<number> {
    const found: { column: ShipmentColumn; id: number }[] = [];
    for (const column of SHIPMENT_COLUMNS) {
      if (scan[column] === undefined) continue;
      const freight = await this.findFreight(tenant, column, scan);
      if (freight) found.push({ column, id: freight.id });
      else throw invalidParam(column, `No shipment has the ${column} ${scan[column]}.`, 'unknown_reference');
    }
    const [first, ...others] = found;
    if (!first) throw invalidParam('freight_id', `Fill in one of ${listColumns()}.`, 'missing_parameter');
    const other = others.find(({ id }) => id !== first.id);
    if (!other) return first.id;
    const message = `${other.column} is of shipment ${other.id}, but ${first.column} is of shipment ${first.id}.`;
    throw conflictingParam(other.column, message);
  }

  private findFreight(tenant: Tenant, column: ShipmentColumn, scan: ScanRowDto): Promise<Freight | null> {
    if (column === 'freight_id') return this.freightLifecycle.find(tenant, scan.freight_id!);
    if (column === 'bol_number') return this.freightLifecycle.findByBolNumber(tenant, scan.bol_number!);
    return this.findByProNumber(tenant, scan.pro_number!);
  }

  /** Returns the newest shipment with the number, because carriers reuse PRO numbers. @throws ApiError conflicting_values */
  private async findByProNumber(tenant: Tenant, proNumber: string): Promise<Freight | null> {
    const normalizedNumber = normalizePro(proNumber);
    const found: Freight[] = [];
    for (const listed of [true, false])
      for (const { freightId } of await this.tracked.listBy(tenant, { normalizedNumber, listed })) {
        const freight = freightId === null ? null : await this.freightLifecycle.find(tenant, freightId);
        if (freight) found.push(freight);
      }
    const open = found.filter(({ status }) => status !== 'voided');
    const candidates = (open.length > 0 ? open : found).toSorted((a, b) => b.id - a.id);
    const [newest] = candidates;
    const other = candidates.find(({ scac }) => scac !== newest?.scac);
    if (!newest || !other) return newest ?? null;
    const message = `Shipments ${newest.id} and ${other.id} of different carriers have this PRO number. Use freight_id.`;
    throw conflictingParam('pro_number', message);
  }
}

function hasShipmentColumn(fields: string[]): boolean {
  return ['freightId', 'proNumber', 'bolNumber'].some((field) => fields.includes(field));
}

function listColumns(): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(SHIPMENT_COLUMNS);
}

/** Calls `work` with each row and adds the errors of a row to `errors`. @throws any other error of `work` */
async function forEachRow<Row extends { row: number }>(
  rows: Row[],
  errors: ImportRowErrorDto[],
  signal: AbortSignal,
  work: (row: Row) => Promise<void>,
): Promise<void> {
  for (const row of rows) {
    await yieldToEventLoop(signal);
    try {
      await work(row);
    } catch (error) {
      errors.push(...toRowErrors(error, row.row));
    }
  }
}

function toRowErrors(thrown: unknown, row: number): ImportRowErrorDto[] {
  const error = toApiError(thrown);
  if (!error || error.details.transient || !ROW_ERROR_STATUSES.includes(error.spec.status)) throw thrown;
  const { param, errors = [{ ...(param !== undefined && { param }), message: error.message }] } =
    error.details;
  return errors.map(({ param: column = null, code = error.code, message }) => ({
    row,
    column,
    code,
    message,
  }));
}
