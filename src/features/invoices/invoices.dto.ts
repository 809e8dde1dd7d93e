import { ApiSchema } from '@nestjs/swagger';
import { Int, Kind, OneOf, Time } from '../../platform/http/contract/response-fields.js';
import { PartyDto } from '../freight/record/parties.dto.js';
import { RejectUnknownFields } from '../../platform/http/contract/reject-unknown-fields.js';
import { Cents, Text } from '../../platform/http/contract/fields.js';
import { AnyOf, IdFilter, RangeFilter, TextFilter } from '../../platform/http/contract/filters.js';
import { ReportPageQuery, TwoWayPageQuery } from '../../platform/http/contract/list.js';
import { CHARGE_TYPES, type ChargeType } from '../../domain/charges.js';
import { INVOICE_STATUSES, type InvoiceStatus } from './invoice-states.js';

@RangeFilter('due_date', { column: 'dueDate', unit: 'instant', of: 'Only invoices that are due' })
export class InvoiceListQuery extends TwoWayPageQuery {
  /** Only invoices of this customer. */
  @IdFilter()
  customer_id?: number;

  /** Only invoices for this shipment. */
  @IdFilter()
  freight_id?: number;

  /** Only the invoice with this number, as it stands on paper. */
  @TextFilter()
  invoice_number?: string;

  /** Only invoices with this status, or with one of several, parted by commas; in upper or lower case. */
  @AnyOf(INVOICE_STATUSES, { anyCase: true })
  status?: InvoiceStatus[];
}

@RejectUnknownFields()
@ApiSchema({ description: 'How an invoice was paid.' })
export class PayInvoiceDto {
  /** What was paid, in cents: at least 1 and at most what remains, which it is by default. */
  @Cents({ optional: true, min: 1 })
  amount_cents?: number;
  /** How, e.g. `ach` or `check`. */
  @Text({ optional: true, nullable: true, example: 'ach' })
  method?: string | null;
  /** The payment's own number. */
  @Text({ optional: true, nullable: true, example: 'CHK-20417' })
  reference?: string | null;
}

@ApiSchema({ description: 'One line of an invoice.' })
export class InvoiceLineItemDto {
  /** Always `invoice_line_item`. */
  @Kind('invoice_line_item')
  object: 'invoice_line_item';
  /** The line's id. */
  @Int()
  id: number;
  /** What the line is for. */
  @OneOf(CHARGE_TYPES)
  type: ChargeType;
  /** Machine word of the line, e.g. `LINEHAUL`, `FUEL`, `LFTD`. */
  code: string;
  /** The line in words. */
  description: string;
  /** What was multiplied: hundredweights, percent, or 1 for a flat fee. */
  quantity: number | null;
  /** What the quantity counts: `cwt`, `percent` or `flat`. */
  unit: string | null;
  /** Cents a unit. */
  @Int()
  rate_cents: number | null;
  /** Amount in cents; negative for a discount. */
  @Int()
  amount_cents: number;
  /** NMFC freight class. */
  freight_class: string | null;
  /** Weight in pounds. */
  weight: number | null;
}

@ApiSchema({ description: 'What is to be paid for a shipment.' })
export class InvoiceDto {
  /** Always `invoice`. */
  @Kind('invoice')
  object: 'invoice';
  /** The invoice's id. */
  @Int()
  id: number;
  /** The number on paper. */
  invoice_number: string;
  /** The customer that is billed. */
  @Int()
  customer_id: number | null;
  /** The shipment that is billed. */
  @Int()
  freight_id: number;
  /** The paid invoice of the shipment that this one adds to, or gives credit for; null for the shipment's own. */
  @Int()
  supplements_invoice_id: number | null;
  /** Where the invoice stands. */
  @OneOf(INVOICE_STATUSES)
  status: InvoiceStatus;
  /** The status in upper case, `ISSUED` for open. */
  status_label: string;
  /** Sum of the lines in cents; negative for a credit. */
  @Int()
  amount_cents: number;
  /** Fee for paying late, in cents; it is no line. */
  @Int()
  late_fee_cents: number;
  /** What was given up of the late fee, in cents; `late_fee_cents` is without it. */
  @Int()
  late_fee_waived_cents: number;
  /** Lines and late fee in cents. */
  @Int()
  total_cents: number;
  /** The same as `total_cents`; 0 for a void invoice. */
  @Int()
  amount_due_cents: number;
  /** What was paid, in cents. */
  @Int()
  amount_paid_cents: number;
  /** What is not paid yet, in cents; 0 for a void invoice. */
  @Int()
  amount_remaining_cents: number;
  /** Until when it is to be paid, ISO 8601 in UTC. */
  @Time()
  due_date: string;
  /** When nothing remained to be paid, ISO 8601 in UTC. */
  @Time()
  paid_at: string | null;
  /** How it was paid last. */
  payment_method: string | null;
  /** The last payment's own number. */
  payment_reference: string | null;
  /** When it was voided, ISO 8601 in UTC. */
  @Time()
  voided_at: string | null;
  /** When it was opened, ISO 8601 in UTC. */
  @Time()
  created_at: string;
  /** When it changed last, ISO 8601 in UTC. */
  @Time()
  updated_at: string;
}

@ApiSchema({ description: 'One payment of an invoice, whole or in part.' })
export class InvoicePaymentDto {
  /** Always `invoice_payment`. */
  @Kind('invoice_payment')
  object: 'invoice_payment';
  /** The payment's id. */
  @Int()
  id: number;
  /** What was paid, in cents. */
  @Int()
  amount_cents: number;
  /** How, e.g. `ach` or `check`. */
  method: string | null;
  /** The payment's own number. */
  reference: string | null;
  /** When it was recorded, ISO 8601 in UTC. */
  @Time()
  created_at: string;
}

@ApiSchema({ description: 'An invoice with its lines and payments, and where it is paid.' })
export class InvoiceWithLinesDto extends InvoiceDto {
  /** Who is billed, as on the day the invoice was opened. */
  bill_to: PartyDto;
  /** Where it is paid: the organization's remit-to, else its own address. */
  remit_to: PartyDto;
  /** The lines; their amounts sum to `amount_cents`. */
  line_items: InvoiceLineItemDto[];
  /** The payments, oldest first; their amounts sum to `amount_paid_cents`. */
  payments: InvoicePaymentDto[];
}

export class AgingQuery extends ReportPageQuery {}

@ApiSchema({ description: 'Amounts that remain to be paid, in cents, by the days since they fell due.' })
export class AgingBucketsDto {
  /** Not due yet. */
  @Int()
  current_cents: number;
  /** Due for up to 30 days. */
  @Int()
  days_1_30_cents: number;
  /** Due for 31 to 60 days. */
  @Int()
  days_31_60_cents: number;
  /** Due for 61 to 90 days. */
  @Int()
  days_61_90_cents: number;
  /** Due for more than 90 days. */
  @Int()
  days_over_90_cents: number;
  /** All of it. */
  @Int()
  total_cents: number;
  /** How many invoices that is. */
  @Int()
  invoice_count: number;
}

@ApiSchema({ description: 'What remains to be paid of one customer’s open and overdue invoices.' })
export class InvoiceAgingDto extends AgingBucketsDto {
  /** Always `invoice_aging`. */
  @Kind('invoice_aging')
  object: 'invoice_aging';
  /** The customer; null for the invoices without one. */
  @Int()
  customer_id: number | null;
  /** The customer's company, else its name; null where `customer_id` is no customer's. */
  customer_name: string | null;
}

@ApiSchema({ description: 'What the report has beside its customers.' })
export class AgingTotalsDto {
  /** All customers together, not only this page's. */
  totals: AgingBucketsDto;
}
