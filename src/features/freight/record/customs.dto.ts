import { applyDecorators } from '@nestjs/common';
import { ApiSchema } from '@nestjs/swagger';
import { Cents, Choice, ListOf, Nested, rule, Text, Whole } from '../../../platform/http/contract/fields.js';
import { Int } from '../../../platform/http/contract/response-fields.js';

/** Incoterms 2020 of the International Chamber of Commerce. */
// prettier-ignore
export const INCOTERMS = ['EXW', 'FCA', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF'] as const;
export type Incoterm = (typeof INCOTERMS)[number];

const MAX_CUSTOMS_ITEMS = 100;
const HS_CODE = '^\\d{4}(\\.?\\d{2}){0,3}$';
const COUNTRY_OF_ORIGIN = '^[A-Z]{2}$';

const clearable = { optional: true, nullable: true };

/** Text that matches a pattern, which the document shows. */
function Code(pattern: string, meaning: string, example: string): PropertyDecorator {
  const format = new RegExp(pattern);
  return applyDecorators(
    rule('matchesPattern', (value) => format.test(String(value)), `$property must be ${meaning}`),
    Text({ max: 13, example, says: { pattern } }),
  );
}

@ApiSchema({ description: 'The customs broker that clears the shipment.' })
export class CustomsBrokerDto {
  /** Company name. */
  @Text({ example: 'Northern Customs Brokers' }) company: string;
  /** Phone number. */
  @Text({ max: 40, example: '905-555-0100' }) phone: string;
}

@ApiSchema({ description: 'The importer of record.' })
export class ImporterDto {
  /** Company name. */
  @Text({ example: 'Maple Imports Ltd' }) company: string;
  /** Street, city, province and postal code. */
  @Text({ example: '1 Front St W, Toronto, ON M5V 3L9' }) address: string;
}

@ApiSchema({ description: 'Goods on the commercial invoice.' })
export class CustomsItemDto {
  /** Description of the goods. */
  @Text({ example: 'Machine parts' }) description: string;
  /** Harmonized System code: four to ten digits, with or without periods. */
  @Code(HS_CODE, 'an HS code of four to ten digits, such as 8431.49', '8431.49') hs_code: string;
  /** Country where the goods were made, ISO 3166-1 alpha-2. */
  @Code(COUNTRY_OF_ORIGIN, 'a two-letter country code such as US', 'US') country_of_origin: string;
  /** Number of pieces. */
  @Whole(1, 1_000_000, { example: 12 }) quantity: number;
  /** Value of one piece in US cents. */
  @Cents({ example: 12_500 }) unit_value_cents: number;
}

@ApiSchema({ description: 'Customs data of a cross-border shipment.' })
export class CustomsDto {
  /** Customs broker, printed on the bill of lading. */
  @Nested(CustomsBrokerDto, clearable) broker?: CustomsBrokerDto | null;
  /** Importer of record. Default: the consignee. */
  @Nested(ImporterDto, clearable) importer?: ImporterDto | null;
  /** The Incoterms rule of the sale, such as DAP. */
  @Choice(INCOTERMS, clearable) incoterm?: Incoterm | null;
  /** Cargo control number for pre-arrival review by Canada (PARS), printed on the bill of lading. */
  @Text({ ...clearable, max: 25, example: 'ABCD PARS 123456' }) pars_number?: string | null;
  /** Number for pre-arrival processing by the US (PAPS), printed on the bill of lading. */
  @Text({ ...clearable, max: 25 }) paps_number?: string | null;
  /** Goods on the commercial invoice, replaced as a whole. */
  @ListOf(CustomsItemDto, { ...clearable, max: MAX_CUSTOMS_ITEMS }) items?: CustomsItemDto[] | null;
}

@ApiSchema({ description: 'Goods on the commercial invoice.' })
export class FullCustomsItemDto {
  /** Description of the goods. */
  description: string;
  /** Harmonized System code. */
  hs_code: string;
  /** Country where the goods were made, ISO 3166-1 alpha-2. */
  country_of_origin: string;
  /** Number of pieces. */
  @Int() quantity: number;
  /** Value of one piece in US cents. */
  @Int() unit_value_cents: number;
}

@ApiSchema({ description: 'Customs data of a shipment, with every field.' })
export class FullCustomsDto {
  /** Customs broker. */
  broker: CustomsBrokerDto | null;
  /** Importer of record. Null: the consignee. */
  importer: ImporterDto | null;
  /** The Incoterms rule of the sale, such as DAP. */
  incoterm: string | null;
  /** Cargo control number for pre-arrival review by Canada (PARS). */
  pars_number: string | null;
  /** Number for pre-arrival processing by the US (PAPS). */
  paps_number: string | null;
  /** Goods on the commercial invoice. */
  items: FullCustomsItemDto[];
}

/** The stored form: unknown fields are absent. */
export type Customs = { [K in keyof CustomsDto]?: NonNullable<CustomsDto[K]> };

export function toFullCustomsDto(customs: Customs | null): FullCustomsDto | null {
  if (!customs) return null;
  return {
    broker: customs.broker ?? null,
    importer: customs.importer ?? null,
    incoterm: customs.incoterm ?? null,
    pars_number: customs.pars_number ?? null,
    paps_number: customs.paps_number ?? null,
    items: customs.items ?? [],
  };
}
