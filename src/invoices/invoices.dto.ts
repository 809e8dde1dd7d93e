import { ApiSchema } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Int, Kind, OneOf, Time } from '../http/answer-fields.js';
import { Cents, Choice, Text } from '../http/fields.js';
import { TwoWayPageQuery } from '../http/list.js';
import { QueryId } from '../http/query.js';
import { CHARGE_TYPES, type ChargeType } from '../vocabulary/charges.js';
import { INVOICE_STATUSES, type InvoiceStatus } from './invoice-states.js';

export class InvoiceListQuery extends TwoWayPageQuery {
  /** Only invoices of this customer. */
  @QueryId()
  customer_id?: number;

  /** Only invoices with this status, in upper or lower case. */
  @Transform(({ value }) => (typeof value === 'string' ? value.toLowerCase() : (value as unknown)))
  @Choice(INVOICE_STATUSES, { optional: true })
  status?: InvoiceStatus;
}

@ApiSchema({ description: 'How an invoice was paid.' })
export class PayInvoiceDto {
  /** What was paid, in cents; it must be all that remains, which it is by default. */
  @Cents({ optional: true })
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
  /** Where the invoice stands. */
  @OneOf(INVOICE_STATUSES)
  status: InvoiceStatus;
  /** The status in upper case, `ISSUED` for open. */
  status_label: string;
  /** Sum of the lines in cents. */
  @Int()
  amount_cents: number;
  /** Fee for paying late, in cents; it is no line. */
  @Int()
  late_fee_cents: number;
  /** Lines and late fee in cents. */
  @Int()
  total_cents: number;
  /** The same as `total_cents`. */
  @Int()
  amount_due_cents: number;
  /** What was paid, in cents. */
  @Int()
  amount_paid_cents: number;
  /** What is not paid yet, in cents. */
  @Int()
  amount_remaining_cents: number;
  /** Until when it is to be paid, ISO 8601 in UTC. */
  @Time()
  due_date: string;
  /** When it was paid, ISO 8601 in UTC. */
  @Time()
  paid_at: string | null;
  /** How it was paid. */
  payment_method: string | null;
  /** The payment's own number. */
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

@ApiSchema({ description: 'An invoice with its lines.' })
export class InvoiceWithLinesDto extends InvoiceDto {
  /** The lines; their amounts sum to `amount_cents`. */
  line_items: InvoiceLineItemDto[];
}
