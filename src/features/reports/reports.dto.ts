import { ApiSchema } from '@nestjs/swagger';
import { Int, Kind } from '../../platform/http/contract/response-fields.js';
import { RangeFilter } from '../../platform/http/contract/filters.js';

@RangeFilter('created', { column: 'createdAt', unit: 'instant', of: 'Only what was created' })
@RangeFilter('pickup_date', { column: 'pickupDate', unit: 'day', of: 'Only shipments that are picked up' })
export class ReportQuery {}

/** What shipments came to. */
abstract class SpendDto {
  /** Shipments that were booked and not cancelled. */
  @Int()
  shipment_count: number;
  /** Their weight as quoted, in pounds. */
  weight: number;
  /** What customers pay for them, adjustments included, in cents. */
  @Int()
  charge_cents: number;
  /** What carriers ask for them, adjustments included, in cents; null without the scope `costs.read`. */
  @Int()
  cost_cents: number | null;
  /** Charges a hundredweight, in cents; null without weight. */
  @Int()
  charge_cents_per_cwt: number | null;
  /** Costs a hundredweight, in cents; null without weight, and without the scope `costs.read`. */
  @Int()
  cost_cents_per_cwt: number | null;
}

@ApiSchema({ description: 'What the shipments of one carrier on one lane came to.' })
export class SpendLineDto extends SpendDto {
  /** Always `spend_line`. */
  @Kind('spend_line')
  object: 'spend_line';
  /** The carrier's SCAC. */
  scac: string;
  /** The carrier's name. */
  carrier_name: string;
  /** The state it comes from. */
  origin_state: string;
  /** The state it goes to. */
  destination_state: string;
}

@ApiSchema({ description: 'All shipments of the report together.' })
export class SpendTotalsDto extends SpendDto {}

@ApiSchema({ description: 'What the report has beside its lines.' })
export class SpendReportDto {
  /** All of them together, those beyond the 500 lines too. */
  totals: SpendTotalsDto;
}

/** How shipments arrived. */
abstract class TransitDto {
  /** Shipments that were delivered. */
  @Int()
  delivered_count: number;
  /** Of those, the ones with an estimated day, by its end (UTC). */
  @Int()
  on_time_count: number;
  /** Of those, the ones after their estimated day. */
  @Int()
  late_count: number;
  /** On time, in percent of those with an estimated day; null without any. */
  on_time_percent: number | null;
  /** Days from the pickup to the delivery, on average; null without any. */
  average_days: number | null;
  /** Business days that the quotes said, on average; null without any. */
  average_quoted_days: number | null;
}

@ApiSchema({ description: 'How the shipments of one carrier arrived.' })
export class TransitLineDto extends TransitDto {
  /** Always `transit_line`. */
  @Kind('transit_line')
  object: 'transit_line';
  /** The carrier's SCAC. */
  scac: string;
  /** The carrier's name. */
  carrier_name: string;
}

@ApiSchema({ description: 'All delivered shipments of the report together.' })
export class TransitTotalsDto extends TransitDto {}

@ApiSchema({ description: 'What the report has beside its lines.' })
export class TransitReportDto {
  /** All of them together, those beyond the 500 lines too. */
  totals: TransitTotalsDto;
}

/** What carriers billed. */
abstract class BillingDto {
  /** Bills that stand: none that was replaced, and no duplicates. */
  @Int()
  bill_count: number;
  /** Of those, the ones that were as quoted. */
  @Int()
  matched_count: number;
  /** Of those, the ones that wait for an answer: variance and disputed. */
  @Int()
  open_count: number;
  /** Of those, the ones whose shipment or quote isn't known: `variance_cents` says nothing of them. */
  @Int()
  unquoted_count: number;
  /** What they ask, less what was given back, in cents; null without the scope `costs.read`. */
  @Int()
  billed_cents: number | null;
  /** What was quoted for them, in cents; null without the scope `costs.read`. */
  @Int()
  quoted_cents: number | null;
  /** How far those with a quote are from it, in cents; null without the scope `costs.read`. */
  @Int()
  variance_cents: number | null;
}

@ApiSchema({ description: 'What one carrier billed.' })
export class BillingLineDto extends BillingDto {
  /** Always `billing_line`. */
  @Kind('billing_line')
  object: 'billing_line';
  /** The carrier: its SCAC where it is known, else its name in lower case. */
  carrier: string;
}

@ApiSchema({ description: 'All bills of the report together.' })
export class BillingTotalsDto extends BillingDto {}

@ApiSchema({ description: 'What the report has beside its lines.' })
export class BillingReportDto {
  /** All of them together, those beyond the 500 lines too. */
  totals: BillingTotalsDto;
}
