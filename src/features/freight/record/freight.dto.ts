import { ApiProperty, ApiSchema, OmitType } from '@nestjs/swagger';
import { Int, Kind, OneOf, Time } from '../../../platform/http/contract/response-fields.js';
import { IsoDate } from '../../../platform/http/contract/dates.js';
import { Id, ListOf, Nested, NmfcClass, Pounds, Text } from '../../../platform/http/contract/fields.js';
import {
  AnyOf,
  AnyColumnFilter,
  IdFilter,
  RangeFilter,
  ScacFilter,
  SearchFilter,
  TextFilter,
} from '../../../platform/http/contract/filters.js';
import { TwoWayPageQuery } from '../../../platform/http/contract/list.js';
import { QueryFlag } from '../../../platform/http/contract/query-fields.js';
import { QuoteWarningDto, MAX_ITEMS } from '../../quotes/quotes.dto.js';
import type { FreightClass } from '../../../domain/freight-classes.js';
import { normalizePro } from '../../../domain/pro-number.js';
import { TRACKING_STATUSES, type TrackingStatus } from '../../../domain/tracking-status.js';
import {
  EmergencyContactDto,
  FullEmergencyContactDto,
  FullOrderDto,
  HazmatLineDto,
  ImmutableFieldsDto,
  MAX_ORDERS,
  OrderDto,
  TenderDto,
} from './freight-details.dto.js';
import { FREIGHT_STATUSES, type FreightStatus } from './freight-states.js';
import { BillToDto, FreightPartyDto, PartyDto, SuppliedPartyDto } from './parties.dto.js';
import { PickupDto } from './pickup.dto.js';

export const MAX_REFERENCES = 3;
/** What the value of each of them is, in SQL. */
const REFERENCE_VALUES = Array.from(
  { length: MAX_REFERENCES },
  (_, at) => `(reference_list->${at}->>'value')`,
);
export const MAX_INSTRUCTIONS = 1_000;

const clearable = { optional: true, nullable: true };

@ApiSchema({ description: 'What is shipped.' })
export class CommodityDto {
  /** Commodity, as the bill of lading shows it. */
  @Text({ ...clearable, example: 'Machine parts' })
  description?: string | null;
  /** Handling unit, e.g. `pallet`. */
  @Text({ ...clearable, max: 40, example: 'pallet' })
  handling_unit_type?: string | null;
  /** Weight in pounds. */
  @Pounds(clearable)
  weight?: number | null;
  /** NMFC freight class. */
  @NmfcClass(clearable)
  freight_class?: FreightClass | null;
  /** What is dangerous in which line, when the quote has the accessorial alone. */
  @ListOf(HazmatLineDto, { ...clearable, max: MAX_ITEMS })
  hazmat?: HazmatLineDto[] | null;
}

@ApiSchema({ description: 'A number that the shipper or the consignee knows the shipment by.' })
export class ReferenceDto {
  /** What the number is, e.g. `PO`. */
  @Text({ example: 'PO' })
  name: string;
  /** The number. */
  @Text({ example: '554238' })
  value: string;
}

@ApiSchema({ description: 'What can be changed while the shipment is a draft.' })
export class UpdateFreightDto extends ImmutableFieldsDto {
  /** Pickup party. */
  @Nested(FreightPartyDto, clearable)
  ship_from?: FreightPartyDto | null;
  /** Delivery party. */
  @Nested(FreightPartyDto, clearable)
  ship_to?: FreightPartyDto | null;
  /** Who pays the carrier. */
  @Nested(BillToDto, clearable)
  bill_to?: BillToDto | null;
  /** What is shipped. */
  @Nested(CommodityDto, clearable)
  freight?: CommodityDto | null;
  /** Up to three reference numbers. */
  @ListOf(ReferenceDto, { ...clearable, max: MAX_REFERENCES })
  references?: ReferenceDto[] | null;
  /** The customer orders in the shipment, a row each on the bill of lading. */
  @ListOf(OrderDto, { ...clearable, max: MAX_ORDERS })
  orders?: OrderDto[] | null;
  /** Whom to call about hazardous materials. */
  @Nested(EmergencyContactDto, clearable)
  emergency_contact?: EmergencyContactDto | null;
  /** For the driver and the terminals. */
  @Text({ ...clearable, max: MAX_INSTRUCTIONS, lines: true })
  special_instructions?: string | null;
}

@ApiSchema({ description: 'A shipment to be drafted from a quote.' })
export class CreateFreightDto extends OmitType(UpdateFreightDto, ['quote_id', 'customer_id', 'ship_date']) {
  /** The quote to ship with. */
  @Id()
  quote_id: number;
  /** Customer to associate; the quote's by default. */
  @Id(clearable)
  customer_id?: number | null;
  /** Requested ship date, ISO 8601. */
  @IsoDate(clearable)
  ship_date?: string | null;
}

@RangeFilter('pickup_date', {
  column: 'pickupDate',
  unit: 'day',
  of: 'Only shipments whose agreed pickup is',
})
@RangeFilter('estimated_delivery_date', {
  column: 'estimatedDeliveryDate',
  unit: 'day',
  of: 'Only shipments whose estimated delivery is',
})
export class FreightListQuery extends TwoWayPageQuery {
  /**
   * Only shipments with these words, or parts of words, whatever their case: in PRO, BOL and quote number, references, order numbers, or the parties’ names and places.
   * Up to five words, one of them of three characters at least.
   */
  @SearchFilter()
  q?: string;
  /** Only shipments of this customer. */
  @IdFilter()
  customer_id?: number;
  /** Only shipments with this status, or with one of several, parted by commas. */
  @AnyOf(FREIGHT_STATUSES)
  status?: FreightStatus[];
  /** Only shipments of this quote. */
  @IdFilter()
  quote_id?: number;
  /** Only shipments of the carrier with this SCAC. */
  @ScacFilter()
  carrier?: string;
  /** Only shipments with this PRO number, written with spaces and dashes or without. */
  @TextFilter({ normalize: normalizePro })
  pro_number?: string;
  /** Only the shipment with this bill of lading number. */
  @TextFilter()
  bol_number?: string;
  /** Only shipments with this value among their references, word for word. */
  @AnyColumnFilter(REFERENCE_VALUES)
  reference?: string;
  /** Only shipments whose tracking has this status, or one of several, parted by commas. */
  @AnyOf(TRACKING_STATUSES)
  tracking_status?: TrackingStatus[];
  /**
   * True for the shipments that wait for a person: an exception on the way, a booking that the carrier declined or has not
   * answered for 15 minutes, one that waits to be confirmed by hand, a pickup that was missed or called off, a cancellation or a change
   * that was refused. False for the others.
   */
  @QueryFlag()
  attention?: boolean;
}

@ApiSchema({ description: 'The carrier of a shipment.' })
export class FreightCarrierDto {
  /** The carrier's name. */
  name: string;
  /** The carrier's SCAC. */
  scac: string;
}

@ApiSchema({ description: 'The quote of a shipment.' })
export class FreightQuoteDto {
  /** The quote's id. */
  @Int()
  id: number;
  /** The quote's price in cents. */
  @Int()
  net_charge_cents: number;
}

@ApiSchema({
  description: 'What moved the price after the quote: a carrier’s bill that was approved or resolved.',
})
export class AdjustmentDto {
  /** The carrier's bill. */
  @Int()
  bill_id: number;
  /** What it moved the carrier's price by, in cents. */
  @Int()
  amount_cents: number;
  /** Why, by code: `RWE` for a reweigh, `RCL` for a reclass, accessorials by theirs. */
  reasons: string[];
  /** The same in words. */
  description: string;
  /** Whether the customer is billed for it: not of collect freight, nor where the invoice was voided. */
  invoiced: boolean;
  /** When, ISO 8601 in UTC. */
  @Time()
  created_at: string;
}

@ApiSchema({ description: 'A shipment, from draft to delivery.' })
export class FreightDto {
  /** `freight`; `shipment` under shape B and the older paths. */
  @Kind('freight')
  object: 'freight';
  /** The shipment's id. */
  @Int()
  id: number;
  /** The customer associated with it. */
  @Int()
  customer_id: number | null;
  /** Where the shipment stands. */
  @OneOf(FREIGHT_STATUSES)
  status: FreightStatus;
  /** The carrier's PRO number; null until it is assigned. */
  pro_number: string | null;
  /** The number to track by: the PRO number. */
  tracking_number: string | null;
  /** Where the freight is by its tracking; null until there is a number. */
  @OneOf(TRACKING_STATUSES)
  tracking_status: TrackingStatus | null;
  /** The bill of lading's number, 17 digits. */
  bol_number: string;
  /** The carrier. */
  carrier: FreightCarrierDto;
  /** The carrier's name. */
  carrier_name: string;
  /** The service level in the carrier's words. */
  service_level: string;
  /** The quote the shipment was made from. */
  quote: FreightQuoteDto;
  /** Pickup party, as supplied. */
  ship_from: SuppliedPartyDto;
  /** Delivery party, as supplied. */
  ship_to: SuppliedPartyDto;
  /** Pickup party with every field. */
  origin: PartyDto;
  /** Delivery party with every field. */
  destination: PartyDto;
  /** Who pays the carrier. */
  bill_to: BillToDto | null;
  /** What is shipped. */
  freight: CommodityDto | null;
  /** Reference numbers. */
  references: ReferenceDto[];
  /** The customer orders in the shipment. */
  orders: FullOrderDto[];
  /** Whom to call about hazardous materials. */
  emergency_contact: FullEmergencyContactDto | null;
  /** For the driver and the terminals. */
  special_instructions: string | null;
  /** Requested ship date. */
  ship_date: string | null;
  /** The day of pickup, YYYY-MM-DD, from booking on: asked for, agreed, and in the end the day it was. */
  pickup_date: string | null;
  /** The pickup: when a driver may come, and whether the carrier has agreed. */
  pickup: PickupDto;
  /** The day of delivery by the transit days after the pickup day, YYYY-MM-DD. */
  estimated_delivery_date: string | null;
  /** The carrier's number for the pickup. */
  pickup_confirmation: string | null;
  /**
   * What a person must know of the last booking or cancel: why the carrier declined, what it must still be told by telephone, by
   * mail or again, that it was too late; null when there is nothing to say.
   */
  status_reason: string | null;
  /** Its last tender by e-mail; null when there was none. */
  tender: TenderDto | null;
  /**
   * The public page for the consignee, which needs no key; null as long as there is none, or once it has ended. Who has the
   * address can look: in events it is always null.
   */
  @ApiProperty({ type: String, format: 'uri', nullable: true })
  tracking_page_url: string | null;
  /** The transit time in words. */
  delivery_estimate: string;
  /** What the carrier may bill differently, as the quote said, and whether the pickup moved. */
  warnings: QuoteWarningDto[];
  /** What the customer pays, in cents: the quote's price and the adjustments; where a markup is on the price, only those that are `invoiced`. */
  @Int()
  total_charge_cents: number;
  /** What moved the price after the quote. */
  adjustments: AdjustmentDto[];
  /** When the shipment was drafted, ISO 8601 in UTC. */
  @Time()
  created_at: string;
  /** When the shipment changed last, ISO 8601 in UTC. */
  @Time()
  updated_at: string;
}
