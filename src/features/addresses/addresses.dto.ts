import { ApiSchema } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Int, Kind, OneOf, Time } from '../../platform/http/contract/response-fields.js';
import {
  Choice,
  Email,
  Id,
  Nested,
  State,
  Text,
  Zip,
  RequiredWithout,
} from '../../platform/http/contract/fields.js';
import { IdFilter, SearchFilter, TextFilter } from '../../platform/http/contract/filters.js';
import { TwoWayPageQuery } from '../../platform/http/contract/list.js';
import { LIMITED_ACCESS_KINDS, type LimitedAccessKind } from '../../domain/limited-access.js';
import { LOCATION_TYPES, type LocationType } from './address.entity.js';
import { HoursDto, PlaceAccessorialsDto } from './place.dto.js';

/** Of two sides, both fit into a shipment's special instructions. */
const MAX_INSTRUCTIONS = 450;

const clearable = { optional: true, nullable: true };
const changeable = { optional: true, min: 1 };

/** Null is taken as not sent. */
function NullIsAbsent(): PropertyDecorator {
  return Transform(({ value }) => (value === null ? undefined : (value as unknown)));
}

/** What an address can have beside the place itself. */
class AddressFieldsDto {
  /** What you call the address. */
  @Text({ ...clearable, example: 'Chicago dock 4' })
  name?: string | null;
  /** Company name. */
  @Text({ ...clearable, example: 'Lakeside Stores' })
  company?: string | null;
  /** Whom to ask for. */
  @Text({ ...clearable, example: 'Bob Example' })
  contact?: string | null;
  /** Another name of `contact`. */
  @Text(clearable)
  contact_name?: string | null;
  /** Another name of `address`. */
  @Text(changeable)
  street?: string;
  /** Phone number. */
  @Text({ ...clearable, max: 40, example: '555-333-7777' })
  phone?: string | null;
  /** Email address. */
  @Email(clearable)
  email?: string | null;
  /** Customer to associate. */
  @Id(clearable)
  customer_id?: number | null;
  /** What kind of place it is: a residence, or one with limited access, brings its accessorial to the quotes it is used in. */
  @Choice(LOCATION_TYPES, clearable)
  location_type?: LocationType | null;
  /** Why access is limited; only with the location type `limited_access`. */
  @Choice(LIMITED_ACCESS_KINDS, clearable)
  limited_access?: LimitedAccessKind | null;
  /** When the dock is open, as a whole: a pickup's window unless booking says another, words for the driver of a delivery. */
  @Nested(HoursDto, clearable)
  hours?: HoursDto | null;
  /** Services that freight from or to here needs. In a change, false takes one back and null all. */
  @Nested(PlaceAccessorialsDto, clearable)
  accessorials?: PlaceAccessorialsDto | null;
  /** For the driver: a shipment that has no instructions of its own gets them. */
  @Text({ ...clearable, max: MAX_INSTRUCTIONS, lines: true, example: 'Gate code 456' })
  instructions?: string | null;
  /** Your own number for the address; no other one has it. */
  @Text({ ...clearable, min: 1, example: 'DC-4' })
  external_ref?: string | null;
}

@ApiSchema({ description: 'An address to be saved.' })
export class CreateAddressDto extends AddressFieldsDto {
  /** Street address; required unless `street` is sent. */
  @RequiredWithout('street')
  @Text({ example: '400 W Lake St' })
  address?: string;
  /** City. */
  @Text({ example: 'Chicago' })
  city: string;
  /** Two-letter state code. */
  @State({ example: 'IL' })
  state: string;
  /** ZIP of 5 digits or ZIP+4; it must lie in the state. */
  @Zip({ example: '60601' })
  zip: string;
}

@ApiSchema({ description: 'What is to change; what is left out stays, null clears.' })
export class UpdateAddressDto extends AddressFieldsDto {
  /** Street address. */
  @Text({ ...changeable, example: '400 W Lake St' })
  address?: string;
  /** City. */
  @Text({ ...changeable, example: 'Chicago' })
  city?: string;
  /** Two-letter state code. */
  @State({ optional: true, example: 'IL' })
  state?: string;
  /** ZIP of 5 digits or ZIP+4; it must lie in the state. */
  @Zip({ optional: true, example: '60601' })
  zip?: string;
}

export class AddressListQuery extends TwoWayPageQuery {
  /**
   * Only addresses with these words, or parts of words, whatever their case: in names, street, city, state, ZIP, phone, email, or your own number.
   * Up to five words, one of them of three characters at least.
   */
  @SearchFilter()
  q?: string;
  /** Only addresses of this customer. */
  @IdFilter()
  customer_id?: number;
  /** Only the address with this number of your own. */
  @TextFilter()
  external_ref?: string;
}

@ApiSchema({
  description:
    'An address to be verified. With `street`, only the state is required beside it; else address, city, state and ZIP are.',
})
export class ValidateAddressDto {
  /** Street address. */
  @RequiredWithout('street')
  @Text({ example: '400 W Lake St' })
  address?: string;
  /** Street address, where city or ZIP are to be found out. */
  @Text(changeable)
  street?: string;
  /** City. */
  @RequiredWithout('street')
  @NullIsAbsent()
  @Text({ example: 'Chicago' })
  city?: string;
  /** Two-letter state code. */
  @State({ example: 'IL' })
  state: string;
  /** ZIP of 5 digits or ZIP+4. Whether it is one, and lies in the state, is part of the verdict. */
  @RequiredWithout('street')
  @NullIsAbsent()
  @Text({ example: '60601' })
  zip?: string;
}

/** What saved and verified addresses share. */
class AddressAnswerDto {
  /** Always `address`. */
  @Kind('address')
  object: 'address';
  /** The customer associated with it. */
  @Int()
  customer_id: number | null;
  /** What you call the address. */
  name: string | null;
  /** Company name. */
  company: string | null;
  /** Whom to ask for. */
  contact: string | null;
  /** The same as `contact`. */
  contact_name: string | null;
  /** Phone number. */
  phone: string | null;
  /** Email address. */
  email: string | null;
}

@ApiSchema({ description: 'A saved shipper, consignee or billing address.' })
export class AddressDto extends AddressAnswerDto {
  /** The address's id. */
  @Int()
  id: number;
  /** Street address. */
  address: string;
  /** City. */
  city: string;
  /** Two-letter state code. */
  state: string;
  /** ZIP code. */
  zip: string;
  /** What kind of place it is. */
  @OneOf(LOCATION_TYPES)
  location_type: LocationType | null;
  /** Why access is limited. */
  @OneOf(LIMITED_ACCESS_KINDS)
  limited_access: LimitedAccessKind | null;
  /** When the dock is open. */
  hours: HoursDto | null;
  /** Services that freight from or to here needs. */
  accessorials: PlaceAccessorialsDto;
  /** For the driver. */
  instructions: string | null;
  /** Your own number for the address. */
  external_ref: string | null;
  /** When the address was saved, ISO 8601 in UTC. */
  @Time()
  created_at: string;
  /** When the address changed last, ISO 8601 in UTC. */
  @Time()
  updated_at: string;
}

@ApiSchema({
  description:
    'An address as verifiers write it. It is not saved: it has no id, and who is there is not known.',
})
export class NormalizedAddressDto extends AddressAnswerDto {
  /** Always null. */
  @Int()
  id: number | null;
  /** Street address. */
  address: string;
  /** City; null when it is not known. */
  city: string | null;
  /** Two-letter state code. */
  state: string;
  /** ZIP code; null when it is not known. */
  zip: string | null;
  /** Always null. */
  @Time()
  created_at: string | null;
  /** Always null. */
  @Time()
  updated_at: string | null;
}

@ApiSchema({ description: 'That an address is gone.' })
export class DeletedAddressDto {
  /** Always `address`. */
  @Kind('address')
  object: 'address';
  /** The id it had. */
  @Int()
  id: number;
  /** Always true. */
  deleted: boolean;
}

@ApiSchema({ description: 'What is known of an address.' })
export class AddressValidationDto {
  /** Always `address_validation`. */
  @Kind('address_validation')
  object: 'address_validation';
  /** Whether mail and freight find the address. */
  valid: boolean;
  /** The address as the verifier writes it. */
  normalized: NormalizedAddressDto;
  /** Who answered, and what was corrected or is wrong. */
  messages: string[];
}
