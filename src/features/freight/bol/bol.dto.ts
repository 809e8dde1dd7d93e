import { ApiSchema } from '@nestjs/swagger';
import { Int, Kind, OneOf, Time } from '../../../platform/http/contract/response-fields.js';
import { LimitedAccessDto } from '../../../platform/http/contract/accessorials.dto.js';
import { FullEmergencyContactDto, FullOrderDto } from '../record/freight-details.dto.js';
import { FreightCarrierDto, FreightQuoteDto, ReferenceDto } from '../record/freight.dto.js';
import { BILL_TO_TYPES, PartyDto } from '../record/parties.dto.js';

export const BOL_STATUSES = ['draft', 'final', 'void'] as const;
export type BolStatus = (typeof BOL_STATUSES)[number];

@ApiSchema({ description: 'Who pays the carrier, with every field; unknown ones are empty.' })
export class BolBillToDto {
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
  /** The payer’s account number with the carrier. */
  account: string;
}

@ApiSchema({ description: 'One line of the carrier information.' })
export class BolLineDto {
  /** Handling units of the line. */
  @Int()
  handling_units: number;
  /** Kind of handling unit, e.g. `pallet`. */
  handling_unit_type: string;
  /** Pieces inside; null when not given. */
  @Int()
  pieces: number | null;
  /** What the pieces are packed in, e.g. `carton`; null when not given. */
  packaging_type: string | null;
  /** Weight in pounds. */
  weight: number;
  /** True for hazardous materials. */
  hazmat: boolean;
  /** The shipping description of 49 CFR 172.202 and 172.203, with packages and quantity; null unless it was given. */
  hazmat_description: string | null;
  /** The commodity in words. */
  description: string;
  /** NMFC item and sub number. */
  nmfc_code: string | null;
  /** NMFC freight class. */
  freight_class: string;
  /** Length in inches. */
  length: number;
  /** Width in inches. */
  width: number;
  /** Height in inches. */
  height: number;
}

@ApiSchema({ description: 'A service the carrier is asked for.' })
export class BolAccessorialDto {
  /** NMFTA eBOL code, e.g. `LFTD`. */
  code: string;
  /** The service in words. */
  label: string;
}

@ApiSchema({ description: 'What all lines come to.' })
export class BolTotalsDto {
  /** Handling units. */
  @Int()
  handling_units: number;
  /** Pieces; null unless every line says how many it has. */
  @Int()
  pieces: number | null;
  /** Pounds. */
  weight: number;
}

@ApiSchema({ description: 'A bill of lading: VICS content as data.' })
export class BolDto {
  /** Always `bol`. */
  @Kind('bol')
  object: 'bol';
  /** 17 digits: GS1 company prefix, serial number, check digit. */
  bol_number: string;
  /** The shipment's id. */
  @Int()
  freight_id: number;
  /** `draft` until booked, `void` after cancelling. */
  @OneOf(BOL_STATUSES)
  status: BolStatus;
  /** The carrier's PRO number; null until it is assigned. */
  pro_number: string | null;
  /** The carrier. */
  carrier: FreightCarrierDto;
  /** The quote the shipment was made from. */
  quote: FreightQuoteDto;
  /** The carrier's number for the price. */
  quote_number: string;
  /** The service level in the carrier's words. */
  service_level: string;
  /** The day of pickup, or the day asked for, YYYY-MM-DD. */
  ship_date: string | null;
  /** Pickup party. */
  ship_from: PartyDto;
  /** Delivery party. */
  ship_to: PartyDto;
  /** Who pays the carrier. */
  bill_to: BolBillToDto;
  /** Who pays the freight charges. */
  @OneOf(BILL_TO_TYPES)
  freight_terms: (typeof BILL_TO_TYPES)[number];
  /** Reference numbers. */
  references: ReferenceDto[];
  /** The customer orders in the shipment. */
  orders: FullOrderDto[];
  /** Whom to call about hazardous materials. */
  emergency_contact: FullEmergencyContactDto | null;
  /** For the driver and the terminals. */
  special_instructions: string | null;
  /** For the driver of the pickup. */
  pickup_instructions: string | null;
  /** The kind of a side that is hard to get to, where it was named. */
  limited_access: LimitedAccessDto;
  /** The commodity lines. */
  items: BolLineDto[];
  /** What all lines come to. */
  totals: BolTotalsDto;
  /** What the goods are worth in cents, as declared. */
  @Int()
  declared_value_cents: number | null;
  /** Services requested. */
  accessorials: BolAccessorialDto[];
  /** When the shipment was drafted, ISO 8601 in UTC. */
  @Time()
  created_at: string;
}
