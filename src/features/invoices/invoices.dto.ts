import { ApiSchema } from '@nestjs/swagger';
import { Int, Kind, OneOf, SomeOf, Time } from '../../platform/http/contract/response-fields.js';
import { PartyDto } from '../freight/record/parties.dto.js';
import { RejectUnknownFields } from '../../platform/http/contract/reject-unknown-fields.js';
import { DayField } from '../../platform/http/contract/dates.js';
import { Cents, Choice, Id, ListOf, Text, Whole } from '../../platform/http/contract/fields.js';
import { AnyOf, IdFilter, RangeFilter, TextFilter } from '../../platform/http/contract/filters.js';
import { ReportPageQuery, TwoWayPageQuery } from '../../platform/http/contract/list.js';
import { CURRENCIES, type Currency } from '../../domain/currencies.js';
import { CHARGE_TYPES, type ChargeType } from '../../domain/charges.js';
import { INVOICE_STATUSES, type InvoiceStatus } from './invoice-states.js';

@RangeFilter('due_date', { column: 'dueDate', unit: 'instant', subject: 'Only invoices that are due' })
export class InvoiceListQuery extends TwoWayPageQuery {
  /** Only invoices of this customer. */
  @IdFilter() customer_id?: number;
  /** Only invoices for this shipment. */
  @IdFilter() freight_id?: number;
  /** Only the invoice with this invoice number. */
  @TextFilter() invoice_number?: string;
  /** Only invoices with one of these statuses, separated by commas, in upper or lower case. */
  @AnyOf(INVOICE_STATUSES, { anyCase: true }) status?: InvoiceStatus[];
}

@RejectUnknownFields()
@ApiSchema({ description: 'The payment to record.' })
export class PayInvoiceDto {
  /**
   * Amount in cents, from 1 to the remaining amount. Default: the remaining amount. On a credit, a positive amount refunds
   * that part of the credit, and the payment is negative in `payments`.
   */
  @Cents({ optional: true, min: 1 }) amount_cents?: number;
  /** Payment method, such as `ach` or `check`. */
  @Text({ optional: true, nullable: true, example: 'ach' }) method?: string | null;
  /** Payment reference, such as a check number. */
  @Text({ optional: true, nullable: true, example: 'CHK-20417' }) reference?: string | null;
}

const MAX_LINES = 200;
const MAX_CENTS = 1_000_000_000_000;

/** The service adds the taxes. */
const MANUAL_CHARGE_TYPES = CHARGE_TYPES.filter((type) => type !== 'tax');

@RejectUnknownFields()
@ApiSchema({ description: 'One line of an invoice that you create.' })
export class CreateInvoiceLineDto {
  /** Type of charge. The service adds the lines of the type `tax`. */
  @Choice(MANUAL_CHARGE_TYPES, { example: 'accessorial' }) type: Exclude<ChargeType, 'tax'>;
  /** Charge code. Default: the type in upper case. */
  @Text({ optional: true, nullable: true, min: 1, max: 40, example: 'DET' }) code?: string | null;
  /** Description of the charge, printed on the invoice. */
  @Text({ example: 'Detention, 2 hours' }) description: string;
  /** Amount in cents before taxes; negative for a discount. */
  @Whole(-MAX_CENTS, MAX_CENTS, { example: 12_500 }) amount_cents: number;
}

@RejectUnknownFields()
@ApiSchema({ description: 'The invoice to create.' })
export class CreateInvoiceDto {
  /** The shipment to bill. It must not be a draft. */
  @Id() freight_id: number;
  /** The customer to bill. Default: the customer of the shipment. */
  @Id({ optional: true, nullable: true }) customer_id?: number | null;
  /** The lines, without taxes. Their sum must be at least 1 cent. */
  @ListOf(CreateInvoiceLineDto, { min: 1, max: MAX_LINES }) line_items: CreateInvoiceLineDto[];
  /**
   * Due date, today in UTC or later. The invoice is due at the end of that day in UTC. Default: `INVOICE_TERMS_DAYS` days
   * after the invoice is created.
   */
  @DayField({ optional: true, nullable: true, example: '2027-01-15' }) due_date?: string | null;
}

@RejectUnknownFields()
@ApiSchema({ description: 'The credit to issue.' })
export class CreditInvoiceDto {
  /**
   * Charges to credit in cents, without taxes: at least 1, at most the charges of the invoice that are not credited
   * yet.
   */
  @Cents({ min: 1, example: 5_000 }) amount_cents: number;
  /** Reason for the credit, printed as its line. */
  @Text({ example: 'Late delivery' }) reason: string;
}

@ApiSchema({ description: 'One line of an invoice.' })
export class InvoiceLineItemDto {
  /** Always `invoice_line_item`. */
  @Kind('invoice_line_item') object: 'invoice_line_item';
  /** The line's id. */
  @Int() id: number;
  /** Type of charge. */
  @OneOf(CHARGE_TYPES) type: ChargeType;
  /** Charge code, such as `LINEHAUL`, `FUEL` or `LFTD`. */
  code: string;
  /** Description of the charge. */
  description: string;
  /** Quantity: hundredweights, percent, or 1 for a flat fee. */
  quantity: number | null;
  /** Unit of the quantity: `cwt`, `percent` or `flat`. */
  unit: string | null;
  /** Rate in cents per unit. */
  @Int() rate_cents: number | null;
  /** Amount in cents; negative for a discount. */
  @Int() amount_cents: number;
  /** NMFC freight class. */
  freight_class: string | null;
  /** Weight in pounds. */
  weight: number | null;
}

@ApiSchema({ description: 'An invoice for a shipment.' })
export class InvoiceDto {
  /** Always `invoice`. */
  @Kind('invoice') object: 'invoice';
  /** The invoice's id. */
  @Int() id: number;
  /** The printed invoice number. */
  invoice_number: string;
  /** The billed customer. */
  @Int() customer_id: number | null;
  /** The billed shipment. */
  @Int() freight_id: number;
  /** The issued invoice that this one supplements with a balance due or a credit; null for the first invoice of a shipment. */
  @Int() supplements_invoice_id: number | null;
  /** Status. `paid` and `void` are final. */
  @OneOf(INVOICE_STATUSES) status: InvoiceStatus;
  /** Status in uppercase; `ISSUED` if open. */
  status_label: string;
  /** Currency of all amounts of the invoice: the currency of the shipment's quote. */
  @OneOf(CURRENCIES) currency: Currency;
  /** Sum of the lines in cents; negative for a credit. */
  @Int() amount_cents: number;
  /** Late fee in cents. The lines do not include it. */
  @Int() late_fee_cents: number;
  /** Waived part of the late fee, in cents. `late_fee_cents` excludes it. */
  @Int() late_fee_waived_cents: number;
  /** Sum of the lines and the late fee, in cents. */
  @Int() total_cents: number;
  /** The same as `total_cents`; 0 for a void invoice. */
  @Int() amount_due_cents: number;
  /** Paid amount in cents. */
  @Int() amount_paid_cents: number;
  /** Unpaid amount in cents; 0 for a void invoice. */
  @Int() amount_remaining_cents: number;
  /** Due date, ISO 8601 in UTC. */
  @Time() due_date: string;
  /** Time when the invoice was paid in full, ISO 8601 in UTC. */
  @Time() paid_at: string | null;
  /** Method of the last payment. */
  payment_method: string | null;
  /** Reference of the last payment. */
  payment_reference: string | null;
  /** Time when the invoice was voided, ISO 8601 in UTC. */
  @Time() voided_at: string | null;
  /** Creation time, ISO 8601 in UTC. */
  @Time() created_at: string;
  /** Time of the last change, ISO 8601 in UTC. */
  @Time() updated_at: string;
}

@ApiSchema({ description: 'A full or partial payment of an invoice.' })
export class InvoicePaymentDto {
  /** Always `invoice_payment`. */
  @Kind('invoice_payment') object: 'invoice_payment';
  /** The payment's id. */
  @Int() id: number;
  /** Amount in cents; negative for the refund of a credit. */
  @Int() amount_cents: number;
  /** Payment method, such as `ach` or `check`. */
  method: string | null;
  /** Payment reference, such as a check number. */
  reference: string | null;
  /** Time when the payment was recorded, ISO 8601 in UTC. */
  @Time() created_at: string;
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

export class StatementPdfQuery {
  /** Only invoices in this currency. Default: the currency that most unpaid invoices use. */
  @Choice(CURRENCIES, { optional: true }) currency?: Currency;
}

export class AgingQuery extends ReportPageQuery {
  /** Only invoices in this currency. Default: the currency that most unpaid invoices use. */
  @Choice(CURRENCIES, { optional: true }) currency?: Currency;
}

@ApiSchema({ description: 'Unpaid amounts in cents, by days since the due date.' })
export class AgingBucketsDto {
  /** Currency of the amounts. The report adds only amounts in this currency. */
  @OneOf(CURRENCIES) currency: Currency;
  /** Not due yet. */
  @Int() current_cents: number;
  /** Up to 30 days overdue. */
  @Int() days_1_30_cents: number;
  /** 31 to 60 days overdue. */
  @Int() days_31_60_cents: number;
  /** 61 to 90 days overdue. */
  @Int() days_61_90_cents: number;
  /** More than 90 days overdue. */
  @Int() days_over_90_cents: number;
  /** Sum of all buckets. */
  @Int() total_cents: number;
  /** Number of invoices. */
  @Int() invoice_count: number;
}

@ApiSchema({ description: "Unpaid amounts of one customer's open and overdue invoices." })
export class InvoiceAgingDto extends AgingBucketsDto {
  /** Always `invoice_aging`. */
  @Kind('invoice_aging') object: 'invoice_aging';
  /** The customer; null for the invoices without one. */
  @Int() customer_id: number | null;
  /** The customer's company, or its name; null if no customer has this id. */
  customer_name: string | null;
}

@ApiSchema({ description: 'The totals of the report.' })
export class AgingTotalsDto {
  /** Totals of all customers, not only of this page. */
  totals: AgingBucketsDto;
  /** The currencies of all unpaid invoices. Request the report for each of them. */
  @SomeOf(CURRENCIES) currencies: Currency[];
}

@ApiSchema({ description: 'The balance of the customer.' })
export class StatementTotalsDto {
  /** Totals of all unpaid invoices and credits of the customer, not only of this page. */
  totals: AgingBucketsDto;
  /** The currencies of the unpaid invoices. Request the statement for each of them. */
  @SomeOf(CURRENCIES) currencies: Currency[];
}
