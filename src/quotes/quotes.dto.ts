import { ApiSchema } from '@nestjs/swagger';
import { CARRIER_OUTCOMES, type CarrierOutcome } from '../carriers/carrier-gateway.js';
import { Int, Kind, OneOf, Time } from '../http/answer-fields.js';
import {
  Choice,
  Flag,
  Id,
  Inches,
  ListOf,
  Nested,
  NmfcClass,
  Pounds,
  State,
  Text,
  Whole,
  Zip,
} from '../http/fields.js';
import { TwoWayPageQuery } from '../http/list.js';
import { QueryId } from '../http/query.js';
import { CHARGE_TYPES, type ChargeType } from '../vocabulary/charges.js';
import type { FreightClass } from '../vocabulary/freight-classes.js';
import { QUOTE_STATUSES, type QuoteStatus } from './quote-states.js';

export const MAX_ITEMS = 500;

@ApiSchema({ description: 'Where freight is picked up or delivered.' })
export class QuotePlaceDto {
  /** City. */
  @Text({ example: 'Los Angeles' })
  city: string;

  /** Two-letter state code. */
  @State()
  state: string;

  /** ZIP of 5 digits or ZIP+4; it must lie in the state. */
  @Zip()
  zip: string;

  /** Company at the place. */
  @Text({ optional: true, nullable: true })
  company?: string | null;

  /** Whom to ask for. */
  @Text({ optional: true, nullable: true })
  contact?: string | null;
}

@ApiSchema({ description: 'One handling unit, typically a pallet.' })
export class QuoteItemDto {
  /** Weight in pounds, packaging included. */
  @Pounds({ example: 500 })
  weight: number;

  /** NMFC freight class, as text. */
  @NmfcClass()
  freight_class: FreightClass;

  /** Length in inches. */
  @Inches({ example: 48 })
  length: number;

  /** Width in inches. */
  @Inches({ example: 40 })
  width: number;

  /** Height in inches. */
  @Inches({ example: 48 })
  height: number;

  /** What it is; the bill of lading shows it. */
  @Text({ optional: true })
  description?: string;

  /** Pieces on the handling unit. */
  @Whole(1, 99_999, { optional: true })
  pieces?: number;

  /** NMFC item number. */
  @Text({ optional: true, max: 10 })
  nmfc_item_number?: string;

  /** NMFC sub number. */
  @Text({ optional: true, max: 5 })
  nmfc_sub_code?: string;
}

@ApiSchema({ description: 'Services beyond dock-to-dock transport; each true one is rated and charged.' })
export class AccessorialsDto {
  /** Liftgate at pickup. */
  @Flag({ optional: true })
  origin_liftgate?: boolean;
  /** Liftgate at delivery. */
  @Flag({ optional: true })
  destination_liftgate?: boolean;
  /** Pickup inside the building. */
  @Flag({ optional: true })
  inside_pickup?: boolean;
  /** Delivery inside the building. */
  @Flag({ optional: true })
  inside_delivery?: boolean;
  /** Pickup at a residence. */
  @Flag({ optional: true })
  residential_pickup?: boolean;
  /** Delivery to a residence. */
  @Flag({ optional: true })
  residential_delivery?: boolean;
  /** Delivery by appointment. */
  @Flag({ optional: true })
  delivery_appointment?: boolean;
  /** A call to the consignee before delivery. */
  @Flag({ optional: true })
  notify_before_delivery?: boolean;
  /** Sorting and segregating at delivery. */
  @Flag({ optional: true })
  sort_and_segregate?: boolean;
  /** Hazardous materials. */
  @Flag({ optional: true })
  hazmat?: boolean;
}

@ApiSchema({ description: 'A shipment to be rated by every enabled carrier.' })
export class CreateQuotesDto {
  /** Where the freight is picked up. */
  @Nested(QuotePlaceDto)
  origin: QuotePlaceDto;

  /** Where the freight is delivered. */
  @Nested(QuotePlaceDto)
  destination: QuotePlaceDto;

  /** The handling units. */
  @ListOf(QuoteItemDto, { min: 1, max: MAX_ITEMS })
  items: QuoteItemDto[];

  /** Services requested. */
  @Nested(AccessorialsDto, { optional: true })
  accessorials?: AccessorialsDto;

  /** Customer to associate. */
  @Id({ optional: true, nullable: true })
  customer_id?: number | null;
}

export class QuoteListQuery extends TwoWayPageQuery {
  /** Only quotes of this customer. */
  @QueryId()
  customer_id?: number;

  /** Only quotes with this status. */
  @Choice(QUOTE_STATUSES, { optional: true })
  status: QuoteStatus = 'active';
}

@ApiSchema({ description: 'One line of a price.' })
export class ChargeDto {
  /** What the line is for. */
  @OneOf(CHARGE_TYPES)
  type: ChargeType;
  /** Machine word of the line, e.g. `LINEHAUL`, `FUEL`, `LFTD`. */
  code: string;
  /** The line in words. */
  description: string;
  /** Amount in cents; negative for a discount. */
  @Int()
  amount_cents: number;
}

@ApiSchema({ description: 'City, state and ZIP.' })
export class CityDto {
  /** City. */
  city: string;
  /** Two-letter state code. */
  state: string;
  /** ZIP code. */
  zip: string;
}

@ApiSchema({ description: "The heaviest item's size with the weight of all items." })
export class DimensionsDto {
  /** Length in inches. */
  length: number;
  /** Width in inches. */
  width: number;
  /** Height in inches. */
  height: number;
  /** Weight of all items in pounds. */
  weight: number;
}

@ApiSchema({ description: "A carrier's price for a service level." })
export class QuoteDto {
  /** Always `quote`. */
  @Kind('quote')
  object: 'quote';
  /** The quote's id. */
  @Int()
  id: number;
  /** The customer associated with it. */
  @Int()
  customer_id: number | null;
  /** Shared by all quotes of one rate request. */
  quote_group_id: string;
  /** The carrier's own number for this price. */
  quote_number: string;
  /** The carrier's name. */
  carrier_name: string;
  /** The carrier's SCAC. */
  scac: string;
  /** The service level in the carrier's words. */
  service_level: string;
  /** `active` until it is booked or expires. */
  @OneOf(QUOTE_STATUSES)
  status: QuoteStatus;
  /** The price in cents: the sum of `charges`. */
  @Int()
  net_charge_cents: number;
  /** The price line by line. */
  charges: ChargeDto[];
  /** Business days from pickup to delivery. */
  @Int()
  transit_days: number;
  /** The transit time in words. */
  delivery_estimate: string;
  /** The carrier's terminal that picks up. */
  origin_terminal: string | null;
  /** The carrier's terminal that delivers. */
  destination_terminal: string | null;
  /** Where the freight is picked up. */
  origin: CityDto;
  /** Where the freight is delivered. */
  destination: CityDto;
  /** The heaviest item's size with the weight of all items. */
  dimensions: DimensionsDto;
  /** The heaviest item's class. */
  freight_class: string;
  /** The heaviest item's NMFC code: item number and sub number. */
  nmfc_code: string | null;
  /** The heaviest item's NMFC item number. */
  nmfc_item_number: string | null;
  /** The heaviest item's NMFC sub number. */
  nmfc_sub_code: string | null;
  /** The items as requested. */
  items: QuoteItemDto[];
  /** The services as requested. */
  accessorials: AccessorialsDto;
  /** Until when the price can be booked, ISO 8601 in UTC. */
  @Time()
  expires_at: string;
  /** When the quote was made, ISO 8601 in UTC. */
  @Time()
  created_at: string;
}

@ApiSchema({ description: 'What one carrier made of a rate request.' })
export class CarrierResultDto {
  /** The carrier's name. */
  carrier: string;
  /** The carrier's SCAC. */
  scac: string;
  /** What came of asking it. */
  @OneOf(CARRIER_OUTCOMES)
  status: CarrierOutcome;
  /** Why there is no rate; null when there is. */
  reason: string | null;
  /** How long the carrier took, in milliseconds. */
  @Int()
  duration_ms: number;
}

@ApiSchema({ description: 'What a quote group has beside its quotes.' })
export class QuoteGroupDto {
  /** Shared by all quotes of one rate request. */
  quote_group_id: string;
}

@ApiSchema({ description: 'What the answer to a rate request has beside its quotes.' })
export class RatedGroupDto extends QuoteGroupDto {
  /** What each carrier made of the request. */
  carrier_results: CarrierResultDto[];
}
