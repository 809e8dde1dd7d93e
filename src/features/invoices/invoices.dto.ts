import { ApiSchema } from '@nestjs/swagger';
import { Int, Kind, OneOf, Time } from '../../platform/http/contract/response-fields.js';
import { PartyDto } from '../freight/record/parties.dto.js';
import { RejectUnknownFields } from '../../platform/http/contract/reject-unknown-fields.js';
import { Cents, Text } from '../../platform/http/contract/fields.js';
import { AnyOf, IdFilter, RangeFilter, TextFilter } from '../../platform/http/contract/filters.js';
import { ReportPageQuery, TwoWayPageQuery } from '../../platform/http/contract/list.js';
import { CHARGE_TYPES, type ChargeType } from '../../domain/charges.js';
import { INVOICE_STATUSES, type InvoiceStatus } from './invoice-states.js';

@RangeFilter('due_date', { column: 'dueDate', unit: 'instant', subject: 'Only invoices that are due' })
export class InvoiceListQuery extends TwoWayPageQuery {
  /** Only invoices of this customer. */
  @IdFilter()
  customer_id?: number;

  /** Only invoices for this shipment. */
  @IdFilter()
  freight_id?: number;

  /** Only the invoice with this invoice number. */
  @TextFilter()
  invoice_number?: string;

  /** Only invoices with one of these statuses, separated by commas, in upper or lower case. */
  @AnyOf(INVOICE_STATUSES, { anyCase: true })
  status?: InvoiceStatus[];
}

@RejectUnknownFields()
@ApiSchema({ description: 'The payment to record.' })
export class PayInvoiceDto {
  /** Amount in cents, from 1 to the remaining amount. Default: the remaining amount. */
  @Cents({ optional: true, min: 1 })
  amount_cents?: number;
  /** Payment method, such as `ach` or `check`. */
  @Text({ optional: true, nullable: true, example: 'ach' })
  method?: string | null;
  /** Payment reference, such as a check number. */
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
  /** Type of charge. */
  @OneOf(CHARGE_TYPES)
  type: ChargeType;
  /** Charge code, such as `LINEHAUL`, `FUEL` or `LFTD`. */
  code: string;
  /** Description for people. */
  description: string;
  /** Quantity: hundredweights, percent, or 1 for a flat fee. */
  quantity: number | null;
  /** Unit of the quantity: `cwt`, `percent` or `flat`. */
  unit: string | null;
  /** Rate in cents per unit. */
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

@ApiSchema({ description: 'An invoice for a shipment.' })
export class InvoiceDto {
  /** Always `invoice`. */
  @Kind('invoice')
  object: 'invoice';
  /** The invoice's id. */
  @Int()
  id: number;
  /** The printed invoice number. */
  invoice_number: string;
  /** The billed customer. */
  @Int()
  customer_id: number | null;
  /** The billed shipment. */
  @Int()
  freight_id: number;
  /** The paid invoice that this one supplements with a balance due or a credit; null for the first invoice of a shipment. */
  @Int()
  supplements_invoice_id: number | null;
  /** Status. `paid` and `void` are final. */
  @OneOf(INVOICE_STATUSES)
  status: InvoiceStatus;
  /** The status in upper case, `ISSUED` for open. */
  status_label: string;
  /** Sum of the lines in cents; negative for a credit. */
  @Int()
  amount_cents: number;
  /** Late fee in cents. It is not a line. */
  @Int()
  late_fee_cents: number;
  /** Waived part of the late fee, in cents. `late_fee_cents` excludes it. */
  @Int()
  late_fee_waived_cents: number;
  /** Sum of the lines and the late fee, in cents. */
  @Int()
  total_cents: number;
  /** The same as `total_cents`; 0 for a void invoice. */
  @Int()
  amount_due_cents: number;
  /** Paid amount in cents. */
  @Int()
  amount_paid_cents: number;
  /** Unpaid amount in cents; 0 for a void invoice. */
  @Int()
  amount_remaining_cents: number;
  /** Due date, ISO 8601 in UTC. */
  @Time()
  due_date: string;
  /** Time when the invoice became paid, ISO 8601 in UTC. */
  @Time()
  paid_at: string | null;
  /** Method of the last payment. */
  payment_method: string | null;
  /** Reference of the last payment. */
  payment_reference: string | null;
  /** Time when the invoice was voided, ISO 8601 in UTC. */
  @Time()
  voided_at: string | null;
  /** Creation time, ISO 8601 in UTC. */
  @Time()
  created_at: string;
  /** Time of the last change, ISO 8601 in UTC. */
  @Time()
  updated_at: string;
}

@ApiSchema({ description: 'A full or partial payment of an invoice.' })
export class InvoicePaymentDto {
  /** Always `invoice_payment`. */
  @Kind('invoice_payment')
  object: 'invoice_payment';
  /** The payment's id. */
  @Int()
  id: number;
  /** Amount in cents. */
  @Int()
  amount_cents: number;
  /** Payment method, such as `ach` or `check`. */
  method: string | null;
  /** Payment reference, such as a check number. */
  reference: string | null;
  /** Time when the payment was recorded, ISO 8601 in UTC. */
  @Time()
  created_at: string;
}

@ApiSchema({ description: 'An invoice with its lines, its payments and its remit-to address.' })
export class InvoiceWithLinesDto extends InvoiceDto {
  /** The billed party, copied when the invoice opened. */
  bill_to: PartyDto;
  /** The remit-to address: the organization's remit-to party, or its own address. */
  remit_to: PartyDto;
  /** The lines; their amounts sum to `amount_cents`. */
  line_items: InvoiceLineItemDto[];
  /** The payments, oldest first; their amounts sum to `amount_paid_cents`. */
  payments: InvoicePaymentDto[];
}

export class AgingQuery extends ReportPageQuery {}

@ApiSchema({ description: 'Unpaid amounts in cents, by days since the due date.' })
export class AgingBucketsDto {
  /** Not due yet. */
  @Int()
  current_cents: number;
  /** Up to 30 days overdue. */
  @Int()
  days_1_30_cents: number;
  /** 31 to 60 days overdue. */
  @Int()
  days_31_60_cents: number;
  /** 61 to 90 days overdue. */
  @Int()
  days_61_90_cents: number;
  /** More than 90 days overdue. */
  @Int()
  days_over_90_cents: number;
  /** Sum of all buckets. */
  @Int()
  total_cents: number;
  /** Number of invoices. */
  @Int()
  invoice_count: number;
}

@ApiSchema({ description: "Unpaid amounts of one customer's open and overdue invoices." })
export class InvoiceAgingDto extends AgingBucketsDto {
  /** Always `invoice_aging`. */
  @Kind('invoice_aging')
  object: 'invoice_aging';
  /** The customer; null for the invoices without one. */
  @Int()
  customer_id: number | null;
  /** The customer's company, or its name; null if no customer has this id. */
  customer_name: string | null;
}

@ApiSchema({ description: 'The totals of the report.' })
export class AgingTotalsDto {
  /** Totals of all customers, not only of this page. */
  totals: AgingBucketsDto;
}
