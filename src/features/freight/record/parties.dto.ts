import { ApiSchema, OmitType } from '@nestjs/swagger';
import { Choice, Email, Id, State, Text, Zip } from '../../../platform/http/contract/fields.js';

export const BILL_TO_TYPES = ['prepaid', 'collect', 'third_party'] as const;

const clearable = { optional: true, nullable: true };

@ApiSchema({ description: "One side of a shipment. City, state and ZIP default to the quote's." })
export class FreightPartyDto {
  /** A saved address: the party is what it says, but for what stands here itself. The key needs `addresses.read` too. */
  @Id({ optional: true })
  address_id?: number;
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

@ApiSchema({ description: 'One side of a shipment, as supplied or filled in from a saved address.' })
export class SuppliedPartyDto extends OmitType(FreightPartyDto, ['address_id']) {}

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
  @Text({ ...clearable, max: 40 })
  phone?: string | null;
  /** Email address. */
  @Email(clearable)
  email?: string | null;
  /** The payer’s account number with the carrier. */
  @Text({ ...clearable, max: 50 })
  account?: string | null;
  /** Freight terms; with `third_party` the payer’s company and address are needed to book. */
  @Choice(BILL_TO_TYPES, clearable)
  type?: (typeof BILL_TO_TYPES)[number] | null;
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
