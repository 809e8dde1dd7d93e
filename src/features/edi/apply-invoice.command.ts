import { Injectable } from '@nestjs/common';
import type { ChargeType } from '../../domain/charges.js';
import { DEFAULT_CURRENCY } from '../../domain/currencies.js';
import { normalizePro } from '../../domain/pro-number.js';
import type { TransactionSet } from '../../platform/x12/interchange.js';
import { validateBody } from '../../platform/http/pipeline/validate-rows.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { BillKind } from '../bills/bill-states.js';
import { BillListQuery, CreateBillDto, type BillDto, type CreateBillLineDto } from '../bills/bills.dto.js';
import { BillsService } from '../bills/bills.service.js';
import type { Freight } from '../freight/record/freight.entity.js';
import { reject, type DocumentOutcome } from './document-outcome.js';
import { EdiDocumentsRepository } from './edi-documents.repository.js';
import type { EdiPartner } from './edi-partner.entity.js';
import { FindEdiShipmentService, toReference } from './find-edi-shipment.service.js';
import { parseInvoice, type EdiInvoice, type EdiInvoiceLine } from './parse-invoice.js';

/** Special charge codes (element 150) of a 210. Other codes are accessorials. Source: IBM, charge and allowance codes. */
const CHARGE_TYPES_BY_CODE: Record<string, ChargeType> = {
  400: 'linehaul',
  FRT: 'linehaul',
  LHS: 'linehaul',
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
/** Searches at most this many bills with the same number. */
const MAX_BILLS = 100;

/** Turns a carrier's invoice (set 210) into a bill, which is audited like any other. */
@Injectable()
export class ApplyInvoiceCommand {
  constructor(
    private readonly bills: BillsService,
    private readonly shipments: FindEdiShipmentService,
    private readonly documents: EdiDocumentsRepository,
  ) {}

  /** @throws ApiError if the bill is refused, for example because its date is in the future */
  async execute(
    tenant: Tenant,
    { scac }: EdiPartner,
    set: TransactionSet,
    receivedAt: Date,
  ): Promise<DocumentOutcome> {
    const invoice = parseInvoice(set, receivedAt);
    if (Array.isArray(invoice)) return reject(invoice);
    const reference = toReference(invoice);
    await this.documents.lockInvoice(tenant, scac, invoice.invoiceNumber);
    const { lines, message } = toBillLines(invoice);
    const known = await this.findKnown(tenant, scac, invoice);
    if (known && (invoice.correction !== CORRECTED || isRepeated(invoice, lines, known)))
      return { reference, freightId: known.freight_id, ...resolveKnown(invoice, known) };
    const freight = await this.shipments.find(tenant, scac, invoice);
    if (!freight && invoice.proNumber === null) {
      const message = 'The invoice has no PRO number (N9*CN), and no shipment has its bill of lading number.';
      return { status: 'unmatched', reference, message };
    }
    const corrected = known ?? (await this.findCorrectedBill(tenant, scac, invoice, freight));
    const body = await validateBody(CreateBillDto, {
      carrier: scac,
      bill_number: invoice.invoiceNumber,
      bill_date: invoice.invoiceDate,
      ...(freight ? { freight_id: freight.id } : { pro_number: invoice.proNumber! }),
      ...(corrected ? { replaces_bill_id: corrected.id } : { kind: selectKind(invoice) }),
      ...(invoice.currency !== null && { currency: invoice.currency }),
      ...(lines.length > 0 && { lines }),
      total_cents: invoice.totalCents,
    });
    const bill = await this.bills.create(tenant, body);
    const outcome = { reference, freightId: bill.freight_id, billId: bill.id };
    return { status: 'accepted', ...outcome, ...(message !== undefined && { message }) };
  }

  /** Returns the bill with the number of the invoice. */
  private async findKnown(
    tenant: Tenant,
    carrier: string,
    { invoiceNumber }: EdiInvoice,
  ): Promise<BillDto | undefined> {
    const bills = await this.listBills(tenant, { carrier, bill_number: invoiceNumber });
    return bills.find(({ replaced }) => !replaced) ?? bills[0];
  }

  /** Returns the last original of the shipment. A correction never replaces a supplement or a credit. */
  private async findCorrectedBill(
    tenant: Tenant,
    carrier: string,
    { correction, proNumber }: EdiInvoice,
    freight: Freight | null,
  ): Promise<BillDto | undefined> {
    if (correction !== CORRECTED) return undefined;
    const subject =
      proNumber === null ? { freight_id: freight!.id } : { pro_number: normalizePro(proNumber) };
    const bills = await this.listBills(tenant, { carrier, ...subject });
    return bills.find(
      ({ kind, status, replaced }) => kind === 'original' && status !== 'duplicate' && !replaced,
    );
  }

  /** Returns bills, newest first. */
  private async listBills(
    tenant: Tenant,
    filter: Pick<BillListQuery, 'carrier' | 'bill_number' | 'pro_number' | 'freight_id'>,
  ): Promise<BillDto[]> {
    const query = Object.assign(new BillListQuery(), filter, { limit: MAX_BILLS });
    return (await this.bills.list(tenant, query)).data;
  }
}

/** Returns true if the invoice has the lines, total, currency and PRO number of the bill. */
function isRepeated(invoice: EdiInvoice, lines: CreateBillLineDto[], known: BillDto): boolean {
  const toText = (all: (CreateBillLineDto | BillDto['lines'][0])[]) =>
    JSON.stringify(all.map(({ type, code, amount_cents: cents }) => [type, code, cents]));
  return findDifference(invoice, known) === null && toText(lines) === toText(known.lines);
}

/** Describes how an invoice differs from the bill with its number. Returns null if it does not differ. */
function findDifference(
  { totalCents, currency, proNumber }: EdiInvoice,
  known: Pick<BillDto, 'total_cents' | 'currency' | 'pro_number'>,
): string | null {
  if (totalCents !== known.total_cents)
    return `with a total of ${known.total_cents} cents instead of ${totalCents}`;
  if ((currency ?? DEFAULT_CURRENCY) !== known.currency)
    return `with the currency ${known.currency} instead of ${currency ?? DEFAULT_CURRENCY}`;
  if (proNumber === null || known.pro_number === null) return null;
  if (normalizePro(proNumber) === normalizePro(known.pro_number)) return null;
  return `with the PRO number ${known.pro_number} instead of ${proNumber}`;
}

/** Returns the effect of an invoice whose number a bill already has. */
function resolveKnown(
  invoice: EdiInvoice,
  known: BillDto,
): Pick<DocumentOutcome, 'status' | 'billId' | 'message'> {
  const difference = findDifference(invoice, known);
  if (difference === null) {
    return {
      status: 'accepted',
      billId: known.id,
      message: `Bill ${known.id} already has this bill number.`,
    };
  }
  const message = `Bill ${known.id} already has this bill number, ${difference}. Ask the carrier for a correction (B308 CO) or another number.`;
  return { status: 'unmatched', message };
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
