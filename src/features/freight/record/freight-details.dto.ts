import { ApiSchema } from '@nestjs/swagger';
import { Int, OneOf, Time } from '../../../platform/http/contract/response-fields.js';
import { RejectUnknownFields } from '../../../platform/http/contract/reject-unknown-fields.js';
import { HazmatDto } from '../../../platform/http/contract/hazmat.dto.js';
import { MAX_ITEMS } from '../../quotes/quotes.dto.js';
import { Flag, Pounds, rule, Text, Whole } from '../../../platform/http/contract/fields.js';
import { countPhoneDigits } from '../../../domain/phones.js';
import { TENDER_STATE_NAMES, type TenderState } from './freight-states.js';

export const MAX_ORDERS = 100;

/** 49 CFR 172.604 requires a phone number with its area code. */
const FULL_PHONE_PATTERN = '^([^0-9\\x00-\\x1f\\x7f]*[0-9]){10}[^\\x00-\\x1f\\x7f]*$';
const isFullPhoneNumber = (phone: unknown): boolean =>
  typeof phone !== 'string' || countPhoneDigits(phone) >= 10;

const clearable = { optional: true, nullable: true };
/** A change may omit the field but not clear it. */
const optionalNonEmpty = { optional: true, min: 1 };

@ApiSchema({ description: 'Emergency contact for hazardous materials. `name` and `phone` are required.' })
export class EmergencyContactDto {
  /** Person or service that answers at any hour (49 CFR 172.604). */
  @Text({ ...optionalNonEmpty, example: 'CHEMTREC' })
  name?: string;
  /** Phone number with area code: at least ten digits. */
  @Text({ ...optionalNonEmpty, max: 40, example: '800-424-9300', says: { pattern: FULL_PHONE_PATTERN } })
  @rule('isWholeNumber', isFullPhoneNumber, '$property must be a phone number with at least ten digits')
  phone?: string;
  /** Number of the contract with the emergency response service. */
  @Text({ ...clearable, example: 'CCN 12345' })
  contract_number?: string | null;
}

@ApiSchema({ description: 'Emergency contact for hazardous materials, with every field.' })
export class FullEmergencyContactDto {
  /** Person or service that answers at any hour. */
  name: string;
  /** Phone number. */
  phone: string;
  /** Number of the contract with the emergency response service. */
  contract_number: string | null;
}

@RejectUnknownFields()
@ApiSchema({ description: 'Hazardous materials in an item of the quote.' })
export class HazmatLineDto extends HazmatDto {
  /** Index in the `items` of the quote, from 0. */
  @Whole(0, MAX_ITEMS - 1)
  item: number;
}

@ApiSchema({ description: 'A customer order, one row of the bill of lading.' })
export class OrderDto {
  /** Order number. */
  @Text({ example: '554238' })
  number: string;
  /** Number of packages. */
  @Whole(1, 999_999, { ...clearable, example: 12 })
  packages?: number | null;
  /** Weight in pounds. */
  @Pounds({ ...clearable, example: 500 })
  weight?: number | null;
  /** Whether the packages are on pallets or slip sheets. */
  @Flag(clearable)
  palletized?: boolean | null;
  /** Additional shipper information. */
  @Text({ ...clearable, example: 'Dept. 12' })
  info?: string | null;
}

@ApiSchema({ description: 'A customer order, with every field.' })
export class FullOrderDto {
  /** Order number. */
  number: string;
  /** Number of packages. */
  @Int()
  packages: number | null;
  /** Weight in pounds. */
  weight: number | null;
  /** Whether the packages are on pallets or slip sheets. */
  palletized: boolean | null;
  /** Additional shipper information. */
  info: string | null;
}

@ApiSchema({ description: 'The latest tender by e-mail and its answer.' })
export class TenderDto {
  /** `sent` while it is open. `withdrawn`: the shipment was canceled or confirmed otherwise. `failed`: not delivered by e-mail. */
  @OneOf(TENDER_STATE_NAMES)
  state: TenderState;
  /** The carrier’s address. In test mode the e-mail goes to the owner of the organization instead. */
  email: string;
  /** When a mail server accepted the e-mail, ISO 8601 in UTC. */
  @Time()
  sent_at: string | null;
  /** End of the time to answer, ISO 8601 in UTC. */
  @Time()
  expires_at: string;
  /** Time of the answer, ISO 8601 in UTC. */
  @Time()
  answered_at: string | null;
  /** Name entered with the answer. */
  by: string | null;
  /** Why it was declined, or why it can no longer be answered. */
  reason: string | null;
}
