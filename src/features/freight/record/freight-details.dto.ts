import { ApiSchema } from '@nestjs/swagger';
import { Int } from '../../../platform/http/contract/response-fields.js';
import { RejectUnknownFields } from '../../../platform/http/contract/reject-unknown-fields.js';
import { HazmatDto } from '../../../platform/http/contract/hazmat.dto.js';
import { MAX_ITEMS } from '../../quotes/quotes.dto.js';
import { Flag, Pounds, rule, Text, Whole } from '../../../platform/http/contract/fields.js';
import { countPhoneDigits } from '../../../domain/phones.js';

export const MAX_ORDERS = 100;

/** 49 CFR 172.604: a number that is answered, with its area code. */
const FULL_PHONE_PATTERN = '^([^0-9\\x00-\\x1f\\x7f]*[0-9]){10}[^\\x00-\\x1f\\x7f]*$';
const isFullPhoneNumber = (phone: unknown): boolean =>
  typeof phone !== 'string' || countPhoneDigits(phone) >= 10;

const clearable = { optional: true, nullable: true };
/** May stay as it is in a change, but not be taken away. */
const optionalNonEmpty = { optional: true, min: 1 };

@ApiSchema({ description: 'Whom to call about hazardous materials; `name` and `phone` are required.' })
export class EmergencyContactDto {
  /** Who answers, at any hour: 49 CFR 172.604. */
  @Text({ ...optionalNonEmpty, example: 'CHEMTREC' })
  name?: string;
  /** Phone number with its area code: ten digits at least. */
  @Text({ ...optionalNonEmpty, max: 40, example: '800-424-9300', says: { pattern: FULL_PHONE_PATTERN } })
  @rule('isWholeNumber', isFullPhoneNumber, '$property must be a telephone number with ten digits at least')
  phone?: string;
  /** The contract with whoever answers. */
  @Text({ ...clearable, example: 'CCN 12345' })
  contract_number?: string | null;
}

@ApiSchema({ description: 'Whom to call about hazardous materials, with every field.' })
export class FullEmergencyContactDto {
  /** Who answers, at any hour. */
  name: string;
  /** Phone number. */
  phone: string;
  /** The contract with whoever answers. */
  contract_number: string | null;
}

@RejectUnknownFields()
@ApiSchema({ description: 'What is dangerous in a line of the quote.' })
export class HazmatLineDto extends HazmatDto {
  /** The line: its place in the quote’s `items`, from 0. */
  @Whole(0, MAX_ITEMS - 1)
  item: number;
}

@ApiSchema({ description: 'A customer order in the shipment: a row of the bill of lading.' })
export class OrderDto {
  /** The order’s number. */
  @Text({ example: '554238' })
  number: string;
  /** Packages of the order. */
  @Whole(1, 999_999, { ...clearable, example: 12 })
  packages?: number | null;
  /** Weight in pounds. */
  @Pounds({ ...clearable, example: 500 })
  weight?: number | null;
  /** Whether the packages stand on pallets or slip sheets. */
  @Flag(clearable)
  palletized?: boolean | null;
  /** Further information of the shipper’s. */
  @Text({ ...clearable, example: 'Dept. 12' })
  info?: string | null;
}

@ApiSchema({ description: 'A customer order in the shipment, with every field.' })
export class FullOrderDto {
  /** The order’s number. */
  number: string;
  /** Packages of the order. */
  @Int()
  packages: number | null;
  /** Weight in pounds. */
  weight: number | null;
  /** Whether the packages stand on pallets or slip sheets. */
  palletized: boolean | null;
  /** Further information of the shipper’s. */
  info: string | null;
}
