import { ApiSchema } from '@nestjs/swagger';
import { LABEL_FORMATS, type LabelFormat } from '../../../platform/pdf/labels-document.js';
import { Choice } from '../../../platform/http/contract/fields.js';
import { QueryWhole } from '../../../platform/http/contract/query-fields.js';
import { Int, Kind, OneOf, Time } from '../../../platform/http/contract/response-fields.js';
import { LimitedAccessDto } from '../../../platform/http/contract/accessorials.dto.js';
import { FullEmergencyContactDto, FullOrderDto } from '../record/freight-details.dto.js';
import { FullCustomsDto } from '../record/customs.dto.js';
import { FreightCarrierDto, FreightQuoteDto, ReferenceDto } from '../record/freight.dto.js';
import { BILL_TO_TYPES, PartyDto } from '../record/parties.dto.js';

export const BOL_STATUSES = ['draft', 'final', 'void'] as const;
export type BolStatus = (typeof BOL_STATUSES)[number];

@ApiSchema({ description: 'Payer of the freight charges, with every field. Unknown fields are empty.' })
export class BolBillToDto extends PartyDto {
  /** The payer’s account number with the carrier. */
  account: string;
}

@ApiSchema({ description: 'One line of the carrier information.' })
export class BolLineDto {
  /** Number of handling units. */
  @Int() handling_units: number;
  /** Type of handling unit, e.g. `pallet`. */
  handling_unit_type: string;
  /** Number of pieces; null if unknown. */
  @Int() pieces: number | null;
  /** Packaging of the pieces, e.g. `carton`; null if unknown. */
  packaging_type: string | null;
  /** Weight in pounds. */
  weight: number;
  /** True for hazardous materials. */
  hazmat: boolean;
  /** Shipping description according to 49 CFR 172.202 and 172.203, with packages and quantity; null if not hazardous or not described. */
  hazmat_description: string | null;
  /** Description of the goods. */
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

@ApiSchema({ description: 'An accessorial service.' })
export class BolAccessorialDto {
  /** NMFTA eBOL code, e.g. `LFTD`. */
  code: string;
  /** Name of the service. */
  label: string;
}

@ApiSchema({ description: 'Totals of all lines.' })
export class BolTotalsDto {
  /** Handling units. */
  @Int() handling_units: number;
  /** Pieces; null unless known for every line. */
  @Int() pieces: number | null;
  /** Pounds. */
  weight: number;
}

@ApiSchema({ description: 'A bill of lading, with the content of the VICS form.' })
export class BolDto {
  /** Always `bol`. */
  @Kind('bol') object: 'bol';
  /** 17 digits: GS1 company prefix, serial number, check digit. */
  bol_number: string;
  /** The shipment's id. */
  @Int() freight_id: number;
  /** `draft` until booked, `void` after a cancellation. */
  @OneOf(BOL_STATUSES) status: BolStatus;
  /** The carrier's PRO number; null until it is assigned. */
  pro_number: string | null;
  /** The carrier. */
  carrier: FreightCarrierDto;
  /** Quote of the shipment. */
  quote: FreightQuoteDto;
  /** The carrier’s quote number. */
  quote_number: string;
  /** The carrier's name for the service level. */
  service_level: string;
  /** Pickup day, YYYY-MM-DD; before booking, the requested day. */
  ship_date: string | null;
  /** Shipper: company, address and contact at pickup. */
  ship_from: PartyDto;
  /** Consignee: company, address and contact at delivery. */
  ship_to: PartyDto;
  /** Payer of the freight charges. */
  bill_to: BolBillToDto;
  /** Freight terms. */
  @OneOf(BILL_TO_TYPES) freight_terms: (typeof BILL_TO_TYPES)[number];
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
  /** Instructions for the pickup driver. */
  pickup_instructions: string | null;
  /** Limited access types of pickup and delivery, if given. */
  limited_access: LimitedAccessDto;
  /** Lines of goods. */
  items: BolLineDto[];
  /** Totals of all lines. */
  totals: BolTotalsDto;
  /** Declared value in cents. */
  @Int() declared_value_cents: number | null;
  /** Accessorial services. */
  accessorials: BolAccessorialDto[];
  /** Time of creation of the shipment, ISO 8601 in UTC. */
  @Time() created_at: string;
}

/** The most handling units that a shipment can have: 500 items of 999. */
const MAX_LABEL_NUMBER = 499_500;

export class LabelsQuery {
  /** First handling unit to print a label for; defaults to 1. */
  @QueryWhole(1, MAX_LABEL_NUMBER) first_label?: number;
  /** Last handling unit to print a label for; defaults to the last of the shipment. */
  @QueryWhole(1, MAX_LABEL_NUMBER) last_label?: number;
  /** `4x6` for label stock of 4 × 6 inches (default), `letter` for US Letter sheets with two labels each. */
  @Choice(LABEL_FORMATS, { optional: true }) label_format?: LabelFormat;
}
