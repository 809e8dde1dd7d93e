import { Injectable } from '@nestjs/common';
import { CarriersService } from '../carriers/carriers.service.js';
import { Transactions } from '../../platform/database/transactions.js';
import { mapUniqueViolation } from '../../platform/database/unique-violation.js';
import { EventsService } from '../events/events.service.js';
import {
  ApiError,
  conflictingParam,
  invalidParam,
  missingParam,
} from '../../platform/http/errors/api-error.js';
import type { Page } from '../../platform/tenancy/page.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { normalizePro } from '../../domain/pro-number.js';
import { sql } from '../../platform/tenancy/owned.repository.js';
import { sumAmounts, type BillLine } from './compare-charges.js';
import { BillAuditService } from './bill-audit.service.js';
import type { Bill } from './bill.entity.js';
import { toBillDto } from './bill.mapper.js';
import { toDuplicate } from './bill-rules.js';
import type { BillDto, BillListQuery, CreateBillDto } from './bills.dto.js';
import { billCreated, billUpdated } from './bills.events.js';
import { BillsRepository } from './bills.repository.js';

@Injectable()
export class BillsService {
  constructor(
    private readonly bills: BillsRepository,
    private readonly carriers: CarriersService,
    private readonly auditor: BillAuditService,
    private readonly events: EventsService,
    private readonly transactions: Transactions,
  ) {}

  /** @throws ApiError bill_already_exists, bill_not_replaceable */
  async create(tenant: Tenant, body: CreateBillDto): Promise<BillDto> {
    if (body.freight_id === undefined && body.pro_number === undefined) throw missingParam('pro_number');
    const lines = toLines(body);
    const totalCents = resolveTotal(body, lines);
    return this.transactions.run(async () => {
      const claim = {
        carrier: body.carrier.trim(),
        carrierKey: await this.resolveCarrierKey(body.carrier),
        proNumber: body.pro_number ?? null,
        proKey: body.pro_number === undefined ? null : normalizePro(body.pro_number),
        freightId: body.freight_id ?? null,
        lines,
        totalCents,
      };
      const billDate = body.bill_date.slice(0, 10);
      const { result: finding, earliestBillDate: earliest } = await this.auditor.audit(tenant, claim);
      assertBillDateInRange(billDate, earliest);
      const { proKey, freightId } = finding;
      await this.bills.lockSubject(tenant, claim.carrierKey, proKey ?? `freight ${freightId}`);
      const subject = { carrierKey: claim.carrierKey, proKey, freightId };
      const replaced = await this.markReplaced(tenant, subject, body.replaces_bill_id);
      const first = await this.bills.findEffective(tenant, subject);
      const bill = await this.insert(tenant, {
        ...claim,
        ...finding,
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

  /** Takes the bill that a new one corrects out of the way. @throws ApiError bill_not_replaceable, resource_missing */
  private async markReplaced(
    tenant: Tenant,
    subject: Pick<Bill, 'carrierKey' | 'proKey' | 'freightId'>,
    id: number | undefined,
  ): Promise<Bill | null> {
    if (id === undefined) return null;
    const bill = await this.bills.lock(tenant, id);
    const isSame =
      bill.carrierKey === subject.carrierKey &&
      (bill.proKey === null ? bill.freightId === subject.freightId : bill.proKey === subject.proKey);
    if (!isSame || bill.replaced || bill.status === 'duplicate') throw new ApiError('bill_not_replaceable');
    await this.bills.update(tenant, id, { replaced: true, updatedAt: sql('now()') });
    return bill;
  }

  async list(tenant: Tenant, query: BillListQuery): Promise<Page<BillDto>> {
    const carrierKey = query.carrier === undefined ? undefined : await this.resolveCarrierKey(query.carrier);
    return (await this.bills.page(tenant, query, { carrierKey })).map(toBillDto);
  }

  async get(tenant: Tenant, id: number): Promise<BillDto> {
    return toBillDto(await this.bills.get(tenant, id));
  }

  /** The same text for the same carrier, however it is called. */
  private async resolveCarrierKey(carrier: string): Promise<string> {
    return (await this.carriers.findByScacOrName(carrier))?.scac ?? carrier.trim().toLowerCase();
  }

  private async insert(tenant: Tenant, values: Parameters<BillsRepository['insert']>[1]): Promise<BillDto> {
    const taken = (): ApiError => new ApiError('bill_already_exists', { param: 'bill_number' });
    return toBillDto(await mapUniqueViolation(this.bills.insert(tenant, values), taken));
  }
}

/** Refuses a day that no bill of the shipment can have. @throws ApiError date_out_of_range */
function assertBillDateInRange(billDate: string, earliest: string | null): void {
  const today = new Date().toISOString().slice(0, 10);
  if (billDate > today)
    throw invalidParam('bill_date', 'bill_date must not be in the future.', 'date_out_of_range');
  // Test freight is delivered before its pickup day comes.
  if (earliest === null || earliest > today || billDate >= earliest) return;
  throw invalidParam(
    'bill_date',
    `bill_date must not be before the shipment: ${earliest}.`,
    'date_out_of_range',
  );
}

function toLines({ lines = [] }: CreateBillDto): BillLine[] {
  return lines.map((line) => ({
    type: line.type,
    code: line.code ?? null,
    description: line.description ?? null,
    amountCents: line.amount_cents,
    weight: line.weight ?? null,
    freightClass: line.freight_class ?? null,
  }));
}

function resolveTotal({ total_cents: total }: CreateBillDto, lines: BillLine[]): number {
  if (lines.length === 0) {
    if (total === undefined) throw missingParam('total_cents');
    return total;
  }
  const sum = sumAmounts(lines);
  if (total !== undefined && total !== sum) {
    throw conflictingParam('total_cents', `total_cents must be the sum of the lines: ${sum}.`);
  }
  return sum;
}
