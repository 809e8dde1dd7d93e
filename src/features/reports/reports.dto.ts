import { ApiSchema } from '@nestjs/swagger';
import { CURRENCIES, type Currency } from '../../domain/currencies.js';
import { Choice } from '../../platform/http/contract/fields.js';
import { Int, Kind, OneOf, SomeOf } from '../../platform/http/contract/response-fields.js';
import { RangeFilter } from '../../platform/http/contract/filters.js';

@RangeFilter('created', { column: 'createdAt', unit: 'instant', subject: 'Only objects created' })
@RangeFilter('pickup_date', { column: 'pickupDate', unit: 'day', subject: 'Only shipments picked up' })
export class ReportQuery {}

export class AmountsReportQuery extends ReportQuery {
  /** Only amounts in this currency. Default: the currency that most shipments or bills use. */
  @Choice(CURRENCIES, { optional: true }) currency?: Currency;
}

abstract class SpendDto {
  /** Currency of the amounts. The report adds only amounts in this currency. */
  @OneOf(CURRENCIES) currency: Currency;
  /** Booked shipments, excluding canceled ones. */
  @Int() shipment_count: number;
  /** Quoted weight in pounds. */
  weight: number;
  /** Invoices less credits, in cents; before invoicing, the quoted price and the adjustments that are `invoiced`. */
  @Int() charge_cents: number;
  /** Carrier costs including adjustments, in cents; null without the scope `costs.read`. */
  @Int() cost_cents: number | null;
  /** Charges per hundredweight, in cents; null if the weight is 0. */
  @Int() charge_cents_per_cwt: number | null;
  /** Costs per hundredweight, in cents; null if the weight is 0 or the key lacks the scope `costs.read`. */
  @Int() cost_cents_per_cwt: number | null;
}

@ApiSchema({ description: 'Spend for one carrier on one lane.' })
export class SpendLineDto extends SpendDto {
  /** Always `spend_line`. */
  @Kind('spend_line') object: 'spend_line';
  /** The carrier's SCAC. */
  scac: string;
  /** The carrier's name. */
  carrier_name: string;
  /** Origin state. */
  origin_state: string;
  /** Destination state. */
  destination_state: string;
}

@ApiSchema({ description: 'Totals of all shipments in the report.' })
export class SpendTotalsDto extends SpendDto {}

@ApiSchema({ description: 'The totals of the report.' })
export class SpendReportDto {
  /** Totals of all lines, including those beyond the first 500. */
  totals: SpendTotalsDto;
  /** The currencies of all shipments in the period. Request the report for each of them. */
  @SomeOf(CURRENCIES) currencies: Currency[];
}

abstract class TransitDto {
  /** Delivered shipments. */
  @Int() delivered_count: number;
  /** Shipments delivered on or before the estimated date. */
  @Int() on_time_count: number;
  /** Shipments delivered after the estimated date. */
  @Int() late_count: number;
  /** Percentage of on-time shipments among those with an estimated date; null if no shipment has one. */
  on_time_percent: number | null;
  /** Average calendar days from pickup to delivery; null if no shipment has a pickup date. */
  average_days: number | null;
  /** Average quoted transit time in business days; null if no shipment has one. */
  average_quoted_days: number | null;
}

@ApiSchema({ description: 'Transit performance of one carrier.' })
export class TransitLineDto extends TransitDto {
  /** Always `transit_line`. */
  @Kind('transit_line') object: 'transit_line';
  /** The carrier's SCAC. */
  scac: string;
  /** The carrier's name. */
  carrier_name: string;
}

@ApiSchema({ description: 'Totals of all delivered shipments in the report.' })
export class TransitTotalsDto extends TransitDto {}

@ApiSchema({ description: 'The totals of the report.' })
export class TransitReportDto {
  /** Totals of all lines, including those beyond the first 500. */
  totals: TransitTotalsDto;
}

abstract class BillingDto {
  /** Currency of the amounts. The report adds only bills in this currency. */
  @OneOf(CURRENCIES) currency: Currency;
  /** Bills, excluding replaced bills and duplicates. */
  @Int() bill_count: number;
  /** Bills with the status `matched`. */
  @Int() matched_count: number;
  /** Bills with the status `variance` or `disputed`. */
  @Int() open_count: number;
  /** Bills without a known shipment, or in a different currency from its quote; `variance_cents` excludes them. */
  @Int() unquoted_count: number;
  /** Billed amount less credits and lawful Canadian sales taxes, in cents; null without the scope `costs.read`. */
  @Int() billed_cents: number | null;
  /** Quoted amount in cents; null without the scope `costs.read`. */
  @Int() quoted_cents: number | null;
  /** Billed minus quoted amount of the bills with a quote, in cents; null without the scope `costs.read`. */
  @Int() variance_cents: number | null;
}

@ApiSchema({ description: 'Bills of one carrier.' })
export class BillingLineDto extends BillingDto {
  /** Always `billing_line`. */
  @Kind('billing_line') object: 'billing_line';
  /** The SCAC of a known carrier, or the carrier's name in lower case. */
  carrier: string;
}

@ApiSchema({ description: 'Totals of all bills in the report.' })
export class BillingTotalsDto extends BillingDto {}

@ApiSchema({ description: 'The totals of the report.' })
export class BillingReportDto {
  /** Totals of all lines, including those beyond the first 500. */
  totals: BillingTotalsDto;
  /** The currencies of all bills in the period. Request the report for each of them. */
  @SomeOf(CURRENCIES) currencies: Currency[];
}
