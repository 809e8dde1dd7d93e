import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { mapUniqueViolation } from '../../platform/database/database-fault.js';
import { EventsService } from '../events/events.service.js';
import {
  ApiError,
  conflictingParam,
  invalidParam,
  missingParam,
} from '../../platform/http/errors/api-error.js';
import type { Page } from '../../platform/tenancy/page.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { DEFAULT_CURRENCY } from '../../domain/currencies.js';
import { normalizePro } from '../../domain/pro-number.js';
import { sql } from '../../platform/tenancy/owned.repository.js';
import { sumAmounts, type BillLine } from './compare-charges.js';
import { BillAuditService } from './bill-audit.service.js';
import type { Bill } from './bill.entity.js';
import { toBillDto, toBillLine } from './bill.mapper.js';
import { findTotalConflict, toDuplicate } from './bill-rules.js';
import type { BillDto, BillListQuery, CreateBillDto } from './bills.dto.js';
import { billCreated, billUpdated } from './bills.events.js';
import { BillsRepository } from './bills.repository.js';

@Injectable()
export class BillsService {
  constructor(
    private readonly bills: BillsRepository,
    private readonly audits: BillAuditService,
    private readonly events: EventsService,
    private readonly transactions: Transactions,
  ) {}

  /** @throws ApiError bill_already_exists, bill_not_replaceable, conflicting_values */
  async create(tenant: Tenant, body: CreateBillDto): Promise<BillDto> {
    if (body.freight_id === undefined && body.pro_number === undefined) throw missingParam('pro_number');
    const lines = (body.lines ?? []).map(toBillLine);
    const totalCents = resolveTotal(body, lines);
    return this.transactions.run(async () => {
      const corrected = body.replaces_bill_id;
      const received = {
        kind: body.kind ?? (corrected ? (await this.bills.get(tenant, corrected)).kind : 'original'),
        carrier: body.carrier.trim(),
        proNumber: body.pro_number ?? null,
        proKey: body.pro_number === undefined ? null : normalizePro(body.pro_number),
        freightId: body.freight_id ?? null,
        currency: body.currency ?? DEFAULT_CURRENCY,
        lines,
        totalCents,
      };
      const conflict = findTotalConflict(received.kind, totalCents);
      if (conflict)
        throw conflictingParam(body.total_cents === undefined ? 'lines' : 'total_cents', conflict);
      const billDate = body.bill_date.slice(0, 10);
      const { result, carrierKeys, earliestBillDate } = await this.audits.audit(tenant, received);
      assertBillDateInRange(billDate, earliestBillDate);
      const { proKey, freightId } = result;
      const subject = { kind: received.kind, carrierKeys, proKey, freightId };
      await this.bills.lockSubject(tenant, proKey ?? `freight ${freightId}`);
      const replaced = await this.markReplaced(tenant, subject, corrected);
      const first = await this.bills.findEffective(tenant, subject);
      const bill = await this.insert(tenant, {
        ...received,
        ...result,
        ...(first && toDuplicate(first)),
        replacesBillId: replaced?.id ?? null,
        billNumber: body.bill_number.trim(),
        billDate,
      });
      await this.events.publish(tenant, billCreated, { bill });
      if (replaced)
        await this.events.publish(tenant, billUpdated, { bill: await this.get(tenant, replaced.id) });
      return bill;
    });
  }

  /** Marks the bill that a new one corrects as replaced. @throws ApiError bill_not_replaceable, resource_missing */
  private async markReplaced(
    tenant: Tenant,
    subject: Pick<Bill, 'proKey' | 'freightId'> & { carrierKeys: string[] },
    id: number | undefined,
  ): Promise<Bill | null> {
    if (id === undefined) return null;
    const bill = await this.bills.lock(tenant, id);
    const isSame =
      subject.carrierKeys.includes(bill.carrierKey) &&
      (bill.proKey === null ? bill.freightId === subject.freightId : bill.proKey === subject.proKey);
    if (!isSame || bill.replaced || bill.status === 'duplicate') throw new ApiError('bill_not_replaceable');
    await this.bills.update(tenant, id, { replaced: true, updatedAt: sql('now()') });
    return bill;
  }

  async list(tenant: Tenant, query: BillListQuery): Promise<Page<BillDto>> {
    const { carrier } = query;
    const carrierKey =
      carrier === undefined ? undefined : await this.audits.resolveCarrierKey(tenant, carrier);
    return (await this.bills.page(tenant, query, { carrierKey })).map(toBillDto);
  }

  async get(tenant: Tenant, id: number): Promise<BillDto> {
    return toBillDto(await this.bills.get(tenant, id));
  }

  private async insert(tenant: Tenant, values: Parameters<BillsRepository['insert']>[1]): Promise<BillDto> {
    const buildError = (): ApiError => new ApiError('bill_already_exists', { param: 'bill_number' });
    return toBillDto(await mapUniqueViolation(this.bills.insert(tenant, values), buildError));
  }
}

/** @throws ApiError date_out_of_range */
function assertBillDateInRange(billDate: string, earliest: string | null): void {
  const today = new Date().toISOString().slice(0, 10);
  if (billDate > today)
    throw invalidParam(
      'bill_date',
      `bill_date ${billDate} is in the future. Send ${today} or earlier.`,
      'date_out_of_range',
    );
  if (earliest === null || billDate >= earliest) return;
  throw invalidParam(
    'bill_date',
    `bill_date ${billDate} is before the shipment. Send ${earliest} or later.`,
    'date_out_of_range',
  );
}

function resolveTotal({ total_cents: total, kind }: CreateBillDto, lines: BillLine[]): number {
  if (lines.length === 0) {
    if (total === undefined) throw missingParam('total_cents');
    if (total < 0 && kind !== 'credit')
      throw invalidParam('total_cents', `total_cents ${total} is negative. Send kind "credit".`);
    return total;
  }
  const sum = sumAmounts(lines);
  if (total !== undefined && total !== sum) {
    throw conflictingParam(
      'total_cents',
      `total_cents ${total} is not the sum of the lines. Send ${sum}, or omit total_cents.`,
    );
  }
  return sum;
}
