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
import { CURRENCIES, type Currency } from '../../../domain/currencies.js';
import { normalizePro } from '../../../domain/pro-number.js';
import { TRACKING_STATUSES, type TrackingStatus } from '../../../domain/tracking-status.js';
import {
  BookingProgressDto,
  DeclineDto,
  EmergencyContactDto,
  FullEmergencyContactDto,
  FullOrderDto,
  HazmatLineDto,
  MAX_ORDERS,
  OrderDto,
  TenderDto,
} from './freight-details.dto.js';
import { CustomsDto, FullCustomsDto } from './customs.dto.js';
import { ImmutableFieldsDto } from './compared-fields.js';
import { FREIGHT_STATUSES, type FreightStatus } from './freight-states.js';
import { BillToDto, FreightPartyDto, PartyDto, SuppliedPartyDto } from './parties.dto.js';
import { PickupDto } from './pickup.dto.js';

export const MAX_REFERENCES = 3;
/** SQL of the value of each reference. */
const REFERENCE_VALUES = Array.from(
  { length: MAX_REFERENCES },
  (_, at) => `(reference_list->${at}->>'value')`,
);
export const MAX_INSTRUCTIONS = 1_000;

const clearable = { optional: true, nullable: true };

@ApiSchema({ description: 'The goods.' })
export class CommodityDto {
  /** Description on the bill of lading. */
  @Text({ ...clearable, example: 'Machine parts' }) description?: string | null;
  /** Handling unit, e.g. `pallet`. */
  @Text({ ...clearable, max: 40, example: 'pallet' }) handling_unit_type?: string | null;
  /** Weight in pounds. */
  @Pounds(clearable) weight?: number | null;
  /** NMFC freight class. */
  @NmfcClass(clearable) freight_class?: FreightClass | null;
  /** Hazardous materials per item, if the quote has the accessorial but does not describe them. */
  @ListOf(HazmatLineDto, { ...clearable, max: MAX_ITEMS }) hazmat?: HazmatLineDto[] | null;
}

@ApiSchema({ description: 'A reference number of the shipper or consignee.' })
export class ReferenceDto {
  /** Type of reference, e.g. `PO`. */
  @Text({ example: 'PO' }) name: string;
  /** The number. */
  @Text({ example: '554238' }) value: string;
}

@ApiSchema({ description: 'Fields of a draft that can be changed.' })
export class UpdateFreightDto extends ImmutableFieldsDto {
  /** Shipper: company, address and contact at pickup. */
  @Nested(FreightPartyDto, clearable) ship_from?: FreightPartyDto | null;
  /** Consignee: company, address and contact at delivery. */
  @Nested(FreightPartyDto, clearable) ship_to?: FreightPartyDto | null;
  /** Payer of the freight charges. */
  @Nested(BillToDto, clearable) bill_to?: BillToDto | null;
  /** The goods. */
  @Nested(CommodityDto, clearable) freight?: CommodityDto | null;
  /** Up to three reference numbers. */
  @ListOf(ReferenceDto, { ...clearable, max: MAX_REFERENCES }) references?: ReferenceDto[] | null;
  /** Customer orders, one row each on the bill of lading. */
  @ListOf(OrderDto, { ...clearable, max: MAX_ORDERS }) orders?: OrderDto[] | null;
  /** Emergency contact for hazardous materials. */
  @Nested(EmergencyContactDto, clearable) emergency_contact?: EmergencyContactDto | null;
  /** Customs data of a cross-border shipment. */
  @Nested(CustomsDto, clearable) customs?: CustomsDto | null;
  /** Instructions for the driver and the terminals. */
  @Text({ ...clearable, max: MAX_INSTRUCTIONS, lines: true }) special_instructions?: string | null;
}

@ApiSchema({ description: 'A draft from a quote.' })
export class CreateFreightDto extends OmitType(UpdateFreightDto, ['quote_id', 'customer_id', 'ship_date']) {
  /** Quote to book. */
  @Id() quote_id: number;
  /** Customer of the shipment; defaults to the quote’s. */
  @Id(clearable) customer_id?: number | null;
  /** Requested ship date: `YYYY-MM-DD`, or a timestamp. */
  @IsoDate(clearable) ship_date?: string | null;
}

@RangeFilter('pickup_date', {
  column: 'pickupDate',
  unit: 'day',
  subject: 'Only shipments whose pickup date is',
})
@RangeFilter('estimated_delivery_date', {
  column: 'estimatedDeliveryDate',
  unit: 'day',
  subject: 'Only shipments whose estimated delivery is',
})
export class FreightListQuery extends TwoWayPageQuery {
  /**
   * Words or parts of words, case-insensitive, in PRO, BOL and quote number, references, order numbers, and the names and
   * places of the parties. Up to five words, one of them with at least three characters.
   */
  @SearchFilter() q?: string;
  /** Only shipments of this customer. */
  @IdFilter() customer_id?: number;
  /** Only shipments with one of these statuses, separated by commas. */
  @AnyOf(FREIGHT_STATUSES) status?: FreightStatus[];
  /** Only shipments of this quote. */
  @IdFilter() quote_id?: number;
  /** Only shipments of the carrier with this SCAC. */
  @ScacFilter() carrier?: string;
  /** Only shipments with this PRO number. Spaces and dashes are ignored. */
  @TextFilter({ normalize: normalizePro }) pro_number?: string;
  /** Only the shipment with this bill of lading number. */
  @TextFilter() bol_number?: string;
  /** Only shipments with exactly this reference value. */
  @AnyColumnFilter(REFERENCE_VALUES) reference?: string;
  /** Only shipments with one of these tracking statuses, separated by commas. */
  @AnyOf(TRACKING_STATUSES) tracking_status?: TrackingStatus[];
  /**
   * True for shipments that need attention, false for all other shipments. A shipment needs attention in these cases:
   *
   * - Its tracking status is an exception.
   * - The carrier declined the booking or has not responded for 15 minutes. A carrier that gets tenders by EDI has a day.
   * - You must confirm the booking.
   * - The pickup was missed or canceled, or you must ask the carrier about it.
   * - The estimated delivery day has ended without a delivery.
   * - The carrier refused a cancellation or change.
   */
  @QueryFlag() attention?: boolean;
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
  @Int() id: number;
  /** The quote's price in cents. */
  @Int() net_charge_cents: number;
}

@ApiSchema({
  description:
    'A price change after the quote, from an approved or resolved carrier bill or from a change of the pickup day.',
})
export class AdjustmentDto {
  /** The carrier's bill. Null if the tariff of the pickup day priced the shipment again. */
  @Int() bill_id: number | null;
  /** Change of the carrier’s price in cents. */
  @Int() amount_cents: number;
  /** Reason codes: `RWE` for a reweigh, `RCL` for a reclass, or accessorial codes. */
  reasons: string[];
  /** Description of the reasons. */
  description: string;
  /** True if the customer’s invoice includes it. False for collect freight, for a voided invoice, and for the part of a credit above the customer’s charges. */
  invoiced: boolean;
  /** Time of the change, ISO 8601 in UTC. */
  @Time() created_at: string;
}

@ApiSchema({ description: 'A shipment, from draft to delivery.' })
export class FreightDto {
  /** `freight`; `shipment` in shape B and on the older paths. */
  @Kind('freight') object: 'freight';
  /** The shipment's id. */
  @Int() id: number;
  /** Customer of the shipment. */
  @Int() customer_id: number | null;
  /** Status of the shipment. */
  @OneOf(FREIGHT_STATUSES) status: FreightStatus;
  /** The carrier's PRO number; null until it is assigned. */
  pro_number: string | null;
  /**
   * The same as `pro_number`.
   * @deprecated
   */
  tracking_number: string | null;
  /** Tracking status; null without a PRO number. */
  @OneOf(TRACKING_STATUSES) tracking_status: TrackingStatus | null;
  /** Bill of lading number, 17 digits. */
  bol_number: string;
  /** The carrier. */
  carrier: FreightCarrierDto;
  /**
   * The same as `carrier.name`.
   * @deprecated
   */
  carrier_name: string;
  /** The carrier's name for the service level. */
  service_level: string;
  /** Quote of the shipment. */
  quote: FreightQuoteDto;
  /** Shipper, as supplied. */
  ship_from: SuppliedPartyDto;
  /** Consignee, as supplied. */
  ship_to: SuppliedPartyDto;
  /**
   * The same as `ship_from`, with every field.
   * @deprecated
   */
  origin: PartyDto;
  /**
   * The same as `ship_to`, with every field.
   * @deprecated
   */
  destination: PartyDto;
  /** Payer of the freight charges. */
  bill_to: BillToDto | null;
  /** The goods. */
  freight: CommodityDto | null;
  /** Reference numbers. */
  references: ReferenceDto[];
  /** Customer orders. */
  orders: FullOrderDto[];
  /** Emergency contact for hazardous materials. */
  emergency_contact: FullEmergencyContactDto | null;
  /** Customs data of a cross-border shipment. */
  customs: FullCustomsDto | null;
  /** Instructions for the driver and the terminals. */
  special_instructions: string | null;
  /** Requested ship date. */
  ship_date: string | null;
  /** Pickup day (YYYY-MM-DD): the requested day, then the confirmed day, then the actual day. Null until the shipment is booked. */
  pickup_date: string | null;
  /** Pickup window and status. */
  pickup: PickupDto;
  /** Pickup day plus transit days, YYYY-MM-DD. */
  estimated_delivery_date: string | null;
  /**
   * The same as `pickup.confirmation`.
   * @deprecated
   */
  pickup_confirmation: string | null;
  /**
   * The carrier’s reason for a refusal, the progress of a booking, or the next step, e.g. a call to the carrier. Null if
   * there is nothing to report; never null while the booking is open.
   */
  status_reason: string | null;
  /** Progress of the booking with the carrier. */
  booking: BookingProgressDto;
  /** The carrier’s latest decline; null until a carrier declines and after the shipment is booked again. */
  decline: DeclineDto | null;
  /** Latest tender by email; null without one. */
  tender: TenderDto | null;
  /**
   * Public tracking page for the consignee. Anyone with the URL can see it. Null without a page, after its expiry, and in
   * events.
   */
  @ApiProperty({ type: String, format: 'uri', nullable: true }) tracking_page_url: string | null;
  /** Transit time as text. */
  delivery_estimate: string;
  /** Warnings of the quote, and about the draft, the pickup and missing documents. */
  warnings: QuoteWarningDto[];
  /** Currency of all amounts of the shipment: the currency of its quote. */
  @OneOf(CURRENCIES) currency: Currency;
  /** Amount that the customer pays, in cents: issued invoices less credits; before invoicing, the quote’s price and the adjustments that are `invoiced`. */
  @Int() total_charge_cents: number;
  /** Price changes after the quote. */
  adjustments: AdjustmentDto[];
  /** Time of creation, ISO 8601 in UTC. */
  @Time() created_at: string;
  /** Time of the latest change, ISO 8601 in UTC. */
  @Time() updated_at: string;
}
