import { ApiSchema } from '@nestjs/swagger';
import { Int, OneOf, Time } from '../../../platform/http/contract/response-fields.js';
import { RejectUnknownFields } from '../../../platform/http/contract/reject-unknown-fields.js';
import { HazmatDto } from '../../../platform/http/contract/hazmat.dto.js';
import { MAX_ITEMS } from '../../quotes/quotes.dto.js';
import { Flag, Pounds, rule, Text, Whole } from '../../../platform/http/contract/fields.js';
import { countPhoneDigits } from '../../../domain/phones.js';
import { BOOKING_STATES, TENDER_STATE_NAMES, type BookingState, type TenderState } from './freight-states.js';

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
  /** Person or service that answers the emergency phone number 24 hours a day (49 CFR 172.604). */
  @Text({ ...optionalNonEmpty, example: 'CHEMTREC' }) name?: string;
  /** Phone number with area code: at least ten digits. */
  @Text({ ...optionalNonEmpty, max: 40, example: '800-424-9300', says: { pattern: FULL_PHONE_PATTERN } })
  @rule('isWholeNumber', isFullPhoneNumber, '$property must be a phone number with at least ten digits')
  phone?: string;
  /** Number of the contract with the emergency response service. */
  @Text({ ...clearable, example: 'CCN 12345' }) contract_number?: string | null;
}

@ApiSchema({ description: 'Emergency contact for hazardous materials, with every field.' })
export class FullEmergencyContactDto {
  /** Person or service that answers the phone 24 hours a day. */
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
  @Whole(0, MAX_ITEMS - 1) item: number;
}

@ApiSchema({ description: 'A customer order on the bill of lading.' })
export class OrderDto {
  /** Order number. */
  @Text({ example: '554238' }) number: string;
  /** Number of packages. */
  @Whole(1, 999_999, { ...clearable, example: 12 }) packages?: number | null;
  /** Weight in pounds. */
  @Pounds({ ...clearable, example: 500 }) weight?: number | null;
  /** True if the packages are on pallets or slip sheets. */
  @Flag(clearable) palletized?: boolean | null;
  /** Additional shipper information. */
  @Text({ ...clearable, example: 'Dept. 12' }) info?: string | null;
}

@ApiSchema({ description: 'A customer order, with every field.' })
export class FullOrderDto {
  /** Order number. */
  number: string;
  /** Number of packages. */
  @Int() packages: number | null;
  /** Weight in pounds. */
  weight: number | null;
  /** True if the packages are on pallets or slip sheets. */
  palletized: boolean | null;
  /** Additional shipper information. */
  info: string | null;
}

@ApiSchema({ description: 'Progress of the booking with the carrier.' })
export class BookingProgressDto {
  /**
   * State of the booking:
   *
   * - `none`: the shipment is a draft, or it is voided and the carrier can no longer book it.
   * - `pending`: the carrier has not responded yet, or you have not confirmed a manual booking yet.
   * - `retrying`: the latest attempt failed; the next one follows at `next_attempt_at`.
   * - `unsure`: the carrier may have accepted, but its API does not show it. Ask the carrier, then confirm or cancel.
   * - `done`: the carrier accepted.
   */
  @OneOf(BOOKING_STATES) state: BookingState;
  /** Number of calls to the carrier’s booking API so far, including one in progress. 0 for manual and email bookings. */
  @Int() attempts: number;
  /** Time of the next attempt unless the carrier responds first, ISO 8601 in UTC. Null if no attempt follows. */
  @Time() next_attempt_at: string | null;
  /** Why the latest attempt failed. Null if no attempt failed or the carrier has accepted. */
  last_error: string | null;
}

@ApiSchema({ description: 'A carrier’s decline of a booking.' })
export class DeclineDto {
  /** The carrier’s name. */
  carrier: string;
  /** The carrier’s reason code; null if it gave none. */
  code: string | null;
  /** The carrier’s reason. */
  message: string;
}

@ApiSchema({ description: 'The latest email tender and the carrier’s response.' })
export class TenderDto {
  /** `sent` while it is open. `withdrawn`: the shipment was canceled, or was confirmed without the email link. `failed`: not delivered by email. */
  @OneOf(TENDER_STATE_NAMES) state: TenderState;
  /** The carrier’s address. In test mode the email goes to the owner of the organization instead. */
  email: string;
  /** When a mail server accepted the email, ISO 8601 in UTC. */
  @Time() sent_at: string | null;
  /** Deadline for the response, ISO 8601 in UTC. */
  @Time() expires_at: string;
  /** Time of the carrier's response, ISO 8601 in UTC. */
  @Time() answered_at: string | null;
  /** Name that the carrier entered with its response. */
  by: string | null;
  /** The carrier’s reason for declining, or the reason why the tender is closed. */
  reason: string | null;
}
