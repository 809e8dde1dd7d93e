import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DatabaseError } from 'pg';
import { Transactions } from '../database/transactions.js';
import type { Event } from '../events/event.entity.js';
import { EventsService } from '../events/events.service.js';
import { ApiError, invalidParam } from '../http/api-error.js';
import type { Page } from '../http/list.js';
import { sql } from '../tenancy/owned.repository.js';
import type { Tenant } from '../tenancy/tenant.js';
import { normalizePro } from '../vocabulary/pro-number.js';
import { sumOf, type BillLine } from './bill-audit.js';
import { BillAuditor } from './bill-auditor.service.js';
import type { Bill } from './bill.entity.js';
import { presentBill } from './bill.presenter.js';
import type { BillDto, BillListQuery, CreateBillDto } from './bills.dto.js';
import { BillsRepository } from './bills.repository.js';

const UNIQUE_VIOLATION = '23505';

@Injectable()
export class BillsService implements OnModuleInit {
  constructor(
    private readonly bills: BillsRepository,
    private readonly auditor: BillAuditor,
    private readonly events: EventsService,
    private readonly transactions: Transactions,
  ) {}

  onModuleInit(): void {
    this.events.on((tenant, event) => this.reexamine(tenant, event));
  }

  /** @throws ApiError bill_already_exists */
  async create(tenant: Tenant, body: CreateBillDto): Promise<BillDto> {
    if (body.freight_id === undefined && body.pro_number === undefined) throw missing('pro_number');
    const lines = toLines(body);
    const totalCents = totalOf(body, lines);
    return this.transactions.run(async () => {
      const claim = {
        carrier: body.carrier.trim(),
        carrierKey: (await this.bills.scacOf(body.carrier.trim())) ?? body.carrier.trim().toLowerCase(),
        proNumber: body.pro_number ?? null,
        proKey: body.pro_number === undefined ? null : normalizePro(body.pro_number),
        freightId: body.freight_id ?? null,
        lines,
        totalCents,
      };
      const finding = await this.auditor.examine(tenant, claim);
      const bill = await this.insert(tenant, {
        ...claim,
        ...finding,
        billNumber: body.bill_number.trim(),
        billDate: body.bill_date.slice(0, 10),
      });
      await this.events.publish(tenant, 'bill.created', { bill });
      return bill;
    });
  }

  async list(
    tenant: Tenant,
    { freight_id: freightId, status, ...query }: BillListQuery,
  ): Promise<Page<BillDto>> {
    return (await this.bills.page(tenant, query, { freightId, status })).map(presentBill);
  }

  async get(tenant: Tenant, id: number): Promise<BillDto> {
    return presentBill(await this.bills.get(tenant, id));
  }

  private async insert(
    tenant: Tenant,
    values: Omit<Bill, 'id' | 'organizationId' | 'mode' | 'createdAt' | 'updatedAt'>,
  ): Promise<BillDto> {
    try {
      return presentBill(await this.bills.insert(tenant, values));
    } catch (error) {
      if (error instanceof DatabaseError && error.code === UNIQUE_VIOLATION) {
        throw new ApiError('bill_already_exists', { param: 'bill_number' });
      }
      throw error;
    }
  }

  /** A bill can come before its PRO number does: it is examined again once a shipment has the number. */
  private async reexamine(tenant: Tenant, { type, data }: Event): Promise<void> {
    const { proNumber } = (data.shipment ?? {}) as { proNumber?: unknown };
    if (!type.startsWith('shipment.') || typeof proNumber !== 'string' || proNumber === '') return;
    const waiting = await this.bills.listBy(tenant, { proKey: normalizePro(proNumber), freightId: null });
    for (const { id } of waiting) {
      const finding = await this.auditor.examine(tenant, await this.bills.lock(tenant, id));
      if (finding.freightId === null) continue;
      await this.bills.update(tenant, id, { ...finding, updatedAt: sql('now()') });
      await this.events.publish(tenant, 'bill.updated', { bill: await this.get(tenant, id) });
    }
  }
}

function toLines({ lines = [] }: CreateBillDto): BillLine[] {
  return lines.map(({ type, code = null, description = null, amount_cents: amountCents }) => ({
    type,
    code,
    description,
    amountCents,
  }));
}

function totalOf({ total_cents: total }: CreateBillDto, lines: BillLine[]): number {
  if (lines.length === 0) {
    if (total === undefined) throw missing('total_cents');
    return total;
  }
  const sum = sumOf(lines);
  if (total !== undefined && total !== sum) {
    throw invalidParam('total_cents', `total_cents must be the sum of the lines: ${sum}.`);
  }
  return sum;
}

function missing(param: string): ApiError {
  return new ApiError('missing_parameter', { param, message: `${param} is required.` });
}
