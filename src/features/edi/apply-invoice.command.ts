import { Injectable } from '@nestjs/common';
import type { ChargeType } from '../../domain/charges.js';
import { normalizePro } from '../../domain/pro-number.js';
import type { TransactionSet } from '../../platform/x12/interchange.js';
import { validateBody } from '../../platform/http/pipeline/validate-rows.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { BillKind } from '../bills/bill-states.js';
import { BillListQuery, CreateBillDto, type BillDto, type CreateBillLineDto } from '../bills/bills.dto.js';
import { BillsService } from '../bills/bills.service.js';
import { reject, type DocumentOutcome } from './document-outcome.js';
import type { EdiPartner } from './edi-partner.entity.js';
import { FindEdiShipmentService, toReference } from './find-edi-shipment.service.js';
import { parseInvoice, type EdiInvoice, type EdiInvoiceLine } from './parse-invoice.js';

/** Special charge codes (element 150) of a 210. Other codes are accessorials. Source: IBM, charge and allowance codes. */
const CHARGE_TYPES_BY_CODE: Record<string, ChargeType> = {
  FUE: 'fuel_surcharge',
  FSC: 'fuel_surcharge',
  DSC: 'discount',
  GST: 'tax',
  HST: 'tax',
  QST: 'tax',
};
/** B308: the bill asks for the rest of an amount. */
const BALANCE_DUE = 'BD';
/** B308: the bill corrects an earlier one. */
const CORRECTED = 'CO';
const MAX_LINES = 200;

/** Turns a carrier's invoice (set 210) into a bill, which is audited like any other. */
@Injectable()
export class ApplyInvoiceCommand {
  constructor(
    private readonly bills: BillsService,
    private readonly shipments: FindEdiShipmentService,
  ) {}

  /** @throws ApiError if the bill is refused, for example because its date is in the future */
  async execute(tenant: Tenant, { scac }: EdiPartner, set: TransactionSet): Promise<DocumentOutcome> {
    const invoice = parseInvoice(set);
    if (Array.isArray(invoice)) return reject(invoice);
    const reference = toReference(invoice);
    const known = await this.findBill(tenant, { carrier: scac, bill_number: invoice.invoiceNumber });
    if (known) {
      const message = `Bill ${known.id} already has this bill number.`;
      return { status: 'accepted', reference, freightId: known.freight_id, billId: known.id, message };
    }
    const freight = await this.shipments.find(tenant, scac, invoice);
    if (!freight && invoice.proNumber === null) {
      const message = 'The invoice has no PRO number (N9*CN), and no shipment has its bill of lading number.';
      return { status: 'unmatched', reference, message };
    }
    const corrected = await this.findCorrectedBill(tenant, scac, invoice);
    const { lines, message } = toBillLines(invoice);
    const body = await validateBody(CreateBillDto, {
      carrier: scac,
      bill_number: invoice.invoiceNumber,
      bill_date: invoice.invoiceDate,
      ...(freight ? { freight_id: freight.id } : { pro_number: invoice.proNumber! }),
      ...(corrected ? { replaces_bill_id: corrected.id } : { kind: selectKind(invoice) }),
      ...(lines.length > 0 && { lines }),
      total_cents: invoice.totalCents,
    });
    const bill = await this.bills.create(tenant, body);
    const outcome = { reference, freightId: bill.freight_id, billId: bill.id };
    return { status: 'accepted', ...outcome, ...(message !== undefined && { message }) };
  }

  private async findCorrectedBill(
    tenant: Tenant,
    carrier: string,
    { correction, proNumber }: EdiInvoice,
  ): Promise<BillDto | undefined> {
    if (correction !== CORRECTED || proNumber === null) return undefined;
    const bill = await this.findBill(tenant, { carrier, pro_number: normalizePro(proNumber) });
    return bill && bill.status !== 'duplicate' && !bill.replaced ? bill : undefined;
  }

  private async findBill(
    tenant: Tenant,
    filter: Pick<BillListQuery, 'carrier' | 'bill_number' | 'pro_number'>,
  ): Promise<BillDto | undefined> {
    const query = Object.assign(new BillListQuery(), filter, { limit: 1 });
    return (await this.bills.list(tenant, query)).data[0];
  }
}

function selectKind({ totalCents, correction }: EdiInvoice): BillKind {
  if (totalCents < 0) return 'credit';
  return correction === BALANCE_DUE ? 'supplement' : 'original';
}

/** Leaves out lines that do not add up: then the audit compares only the total. */
function toBillLines({ lines, totalCents }: EdiInvoice): { lines: CreateBillLineDto[]; message?: string } {
  const sum = lines.reduce((cents, { amountCents }) => cents + amountCents, 0);
  if (lines.length === 0 || (sum === totalCents && lines.length <= MAX_LINES)) {
    return { lines: lines.map(toBillLine) };
  }
  const message =
    sum === totalCents
      ? `The invoice has ${lines.length} lines. Only its total is audited.`
      : `The lines add up to ${sum} cents, but the total is ${totalCents} cents. Only the total is audited.`;
  return { lines: [], message };
}

function toBillLine({ code, description, amountCents }: EdiInvoiceLine): CreateBillLineDto {
  return {
    type: selectChargeType(code, amountCents),
    code: code?.slice(0, 40) ?? null,
    description: description?.slice(0, 255) ?? null,
    amount_cents: amountCents,
  };
}

function selectChargeType(code: string | null, amountCents: number): ChargeType {
  if (code !== null) return CHARGE_TYPES_BY_CODE[code] ?? 'accessorial';
  return amountCents < 0 ? 'discount' : 'linehaul';
}
