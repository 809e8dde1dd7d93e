import { ApiSchema, OmitType } from '@nestjs/swagger';
import { Choice, Email, Id, State, Text, Zip } from '../../../platform/http/contract/fields.js';

export const BILL_TO_TYPES = ['prepaid', 'collect', 'third_party'] as const;

const clearable = { optional: true, nullable: true };

@ApiSchema({ description: "One side of a shipment. City, state and ZIP default to the quote's." })
export class FreightPartyDto {
  /** Saved address that fills in the omitted fields. The key needs the scope `addresses.read` too. */
  @Id({ optional: true })
  address_id?: number;
  /** Company name. */
  @Text({ ...clearable, example: 'Acme Manufacturing' })
  company?: string | null;
  /** Contact person. */
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
  /** 5-digit ZIP or ZIP+4 in the given state. */
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

@ApiSchema({ description: 'Payer of the freight charges.' })
export class BillToDto extends SuppliedPartyDto {
  /** The payer’s account number with the carrier. */
  @Text({ ...clearable, max: 50 })
  account?: string | null;
  /** Freight terms. With `third_party`, booking requires the payer’s company and address. */
  @Choice(BILL_TO_TYPES, clearable)
  type?: (typeof BILL_TO_TYPES)[number] | null;
}

@ApiSchema({ description: 'One side of a shipment with every field. Unknown fields are empty.' })
export class PartyDto {
  /** Company name. */
  company: string;
  /** Contact person. */
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
