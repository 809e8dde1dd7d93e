import { ApiSchema, OmitType } from '@nestjs/swagger';
import { COUNTRIES, type Country } from '../../../domain/countries.js';
import { Choice, Email, Id, Text } from '../../../platform/http/contract/fields.js';
import { OneOf } from '../../../platform/http/contract/response-fields.js';
import { CountryCode, State, Zip } from '../../../platform/http/contract/place-fields.js';

export const BILL_TO_TYPES = ['prepaid', 'collect', 'third_party'] as const;

const clearable = { optional: true, nullable: true };

@ApiSchema({ description: "The shipper or consignee. City, state, ZIP and country default to the quote's." })
export class FreightPartyDto {
  /** Saved address that fills in the omitted fields. The key needs the scope `addresses.read` too. */
  @Id({ optional: true }) address_id?: number;
  /** Company name. */
  @Text({ ...clearable, example: 'Acme Manufacturing' }) company?: string | null;
  /** Contact person. */
  @Text(clearable) contact?: string | null;
  /** Street address. */
  @Text({ ...clearable, example: '12 S Main St' }) address?: string | null;
  /** City. */
  @Text(clearable) city?: string | null;
  /** Two-letter code of the state or province. */
  @State({ ...clearable, countryElsewhere: true }) state?: string | null;
  /** ZIP, ZIP+4 or postal code in the given state. */
  @Zip({ ...clearable, countryElsewhere: true }) zip?: string | null;
  /** Country. Default: the quote's; for a payer `US`. */
  @CountryCode(clearable) country?: Country | null;
  /** Phone number. */
  @Text({ ...clearable, max: 40, example: '555-222-6666' }) phone?: string | null;
  /** Email address. */
  @Email(clearable) email?: string | null;
}

@ApiSchema({ description: 'The shipper or consignee, as supplied or filled in from a saved address.' })
export class SuppliedPartyDto extends OmitType(FreightPartyDto, ['address_id']) {}

@ApiSchema({ description: 'Payer of the freight charges.' })
export class BillToDto extends SuppliedPartyDto {
  /** The payer’s account number with the carrier. */
  @Text({ ...clearable, max: 50 }) account?: string | null;
  /** Freight terms. With `third_party`, booking requires the payer’s company and address. */
  @Choice(BILL_TO_TYPES, clearable) type?: (typeof BILL_TO_TYPES)[number] | null;
}

@ApiSchema({ description: 'The shipper or consignee, with every field. Unknown fields are empty.' })
export class PartyDto {
  /** Company name. */
  company: string;
  /** Contact person. */
  contact: string;
  /** Street address. */
  address: string;
  /** City. */
  city: string;
  /** Two-letter code of the state or province. */
  state: string;
  /** ZIP or postal code. */
  zip: string;
  /** Country. */
  @OneOf(COUNTRIES) country: Country;
  /** Phone number. */
  phone: string;
  /** Email address. */
  email: string;
}
