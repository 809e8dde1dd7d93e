import { ApiSchema } from '@nestjs/swagger';
import { Int, Kind, OneOf, Time } from '../http/answer-fields.js';
import {
  Choice,
  Email,
  Id,
  IsoDate,
  ListOf,
  Nested,
  NmfcClass,
  Pounds,
  State,
  Text,
  Zip,
} from '../http/fields.js';
import { TwoWayPageQuery } from '../http/list.js';
import { QueryId } from '../http/query.js';
import type { FreightClass } from '../vocabulary/freight-classes.js';
import { FREIGHT_STATUSES, type FreightStatus } from './freight-states.js';

export const BILL_TO_TYPES = ['prepaid', 'collect', 'third_party'] as const;
export const MAX_REFERENCES = 3;
export const MAX_INSTRUCTIONS = 1_000;

const clearable = { optional: true, nullable: true };

@ApiSchema({ description: "One side of a shipment. City, state and ZIP default to the quote's." })
export class FreightPartyDto {
  /** Company name. */
  @Text({ ...clearable, example: 'Acme Manufacturing' })
  company?: string | null;
  /** Whom to ask for. */
  @Text(clearable)
  contact?: string | null;
  /** Street address. */
  @Text({ ...clearable, example: '12 S Main St' })
  address?: string | null;
  /** City. */
  @Text(clearable)
  city?: string | null;
  /** Two-letter state code. */
  @State(clearable)
  state?: string | null;
  /** ZIP of 5 digits or ZIP+4; it must lie in the state. */
  @Zip(clearable)
  zip?: string | null;
  /** Phone number. */
  @Text({ ...clearable, max: 40, example: '555-222-6666' })
  phone?: string | null;
  /** Email address. */
  @Email(clearable)
  email?: string | null;
}

@ApiSchema({ description: 'Who pays the carrier.' })
export class BillToDto {
  /** Company name. */
  @Text(clearable)
  company?: string | null;
  /** Whom to ask for. */
  @Text(clearable)
  contact?: string | null;
  /** Street address. */
  @Text(clearable)
  address?: string | null;
  /** Freight terms. */
  @Choice(BILL_TO_TYPES, clearable)
  type?: (typeof BILL_TO_TYPES)[number] | null;
}

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
export class UpdateFreightDto {
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
  /** For the driver and the terminals. */
  @Text({ ...clearable, max: MAX_INSTRUCTIONS })
  special_instructions?: string | null;
}

@ApiSchema({ description: 'A shipment to be drafted from a quote.' })
export class CreateFreightDto extends UpdateFreightDto {
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

@ApiSchema({ description: 'What a carrier without a booking API told the shipper.' })
export class ConfirmFreightDto {
  /** The carrier's PRO number; spaces and dashes are dropped. */
  @Text({ max: 50, example: '123456785' })
  pro_number: string;
  /** The carrier's number for the pickup, when it gave one. */
  @Text({ ...clearable, min: 1, max: 50 })
  pickup_confirmation?: string | null;
}

export class FreightListQuery extends TwoWayPageQuery {
  /** Only shipments of this customer. */
  @QueryId()
  customer_id?: number;
  /** Only shipments with this status. */
  @Choice(FREIGHT_STATUSES, { optional: true })
  status?: FreightStatus;
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

@ApiSchema({ description: 'One side of a shipment with every field; unknown ones are empty.' })
export class PartyDto {
  /** Company name. */
  company: string;
  /** Whom to ask for. */
  contact: string;
  /** Street address. */
  address: string;
  /** City. */
  city: string;
  /** Two-letter state code. */
  state: string;
  /** ZIP code. */
  zip: string;
  /** Phone number. */
  phone: string;
  /** Email address. */
  email: string;
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
  ship_from: FreightPartyDto;
  /** Delivery party, as supplied. */
  ship_to: FreightPartyDto;
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
  /** For the driver and the terminals. */
  special_instructions: string | null;
  /** Requested ship date. */
  ship_date: string | null;
  /** The agreed pickup day, YYYY-MM-DD. */
  pickup_date: string | null;
  /** The carrier's number for the pickup. */
  pickup_confirmation: string | null;
  /** Why the carrier declined the last booking, or would not cancel it; null when there is nothing to say. */
  status_reason: string | null;
  /** The transit time in words. */
  delivery_estimate: string;
  /** What the shipment costs, in cents: the quote's price until an adjustment. */
  @Int()
  total_charge_cents: number;
  /** When the shipment was drafted, ISO 8601 in UTC. */
  @Time()
  created_at: string;
  /** When the shipment changed last, ISO 8601 in UTC. */
  @Time()
  updated_at: string;
}
