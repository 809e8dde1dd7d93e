import { ApiSchema } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Int, Kind, OneOf, Time } from '../../platform/http/contract/response-fields.js';
import { Choice, Email, Id, Nested, Text, RequiredWithout } from '../../platform/http/contract/fields.js';
import { CountryCode, State, Zip } from '../../platform/http/contract/place-fields.js';
import { IdFilter, SearchFilter, TextFilter } from '../../platform/http/contract/filters.js';
import { TwoWayPageQuery } from '../../platform/http/contract/list.js';
import { COUNTRIES, type Country } from '../../domain/countries.js';
import { LIMITED_ACCESS_KINDS, type LimitedAccessKind } from '../../domain/limited-access.js';
import { LOCATION_TYPES, type LocationType } from './address.entity.js';
import { HoursDto, PlaceAccessorialsDto } from './place.dto.js';

/** The instructions of both sides must fit into a shipment's special instructions. */
const MAX_INSTRUCTIONS = 450;

const clearable = { optional: true, nullable: true };
const changeable = { optional: true, min: 1 };

/** Treats null as a missing field. */
function NullIsAbsent(): PropertyDecorator {
  return Transform(({ value }) => (value === null ? undefined : (value as unknown)));
}

class AddressFieldsDto {
  /** Your name for the address. */
  @Text({ ...clearable, example: 'Chicago dock 4' }) name?: string | null;
  /** Company name. */
  @Text({ ...clearable, example: 'Lakeside Stores' }) company?: string | null;
  /** Contact person. */
  @Text({ ...clearable, example: 'Bob Example' }) contact?: string | null;
  /** Alias of `contact`. */
  @Text(clearable) contact_name?: string | null;
  /** Alias of `address`. */
  @Text(changeable) street?: string;
  /** Phone number. */
  @Text({ ...clearable, max: 40, example: '555-333-7777' }) phone?: string | null;
  /** Email address. */
  @Email(clearable) email?: string | null;
  /** Customer that the address belongs to. */
  @Id(clearable) customer_id?: number | null;
  /** Location type. A residence or a place with limited access adds its accessorial to quotes that use the address. */
  @Choice(LOCATION_TYPES, clearable) location_type?: LocationType | null;
  /** Why access is limited. Requires the location type `limited_access`. */
  @Choice(LIMITED_ACCESS_KINDS, clearable) limited_access?: LimitedAccessKind | null;
  /** Dock hours, replaced as a whole. At pickup, they are the default pickup window. At delivery, they are a note to the driver. */
  @Nested(HoursDto, clearable) hours?: HoursDto | null;
  /** Accessorials for shipments from or to the address. In an update, false removes one and null removes all. */
  @Nested(PlaceAccessorialsDto, clearable) accessorials?: PlaceAccessorialsDto | null;
  /** Default instructions for the driver. */
  @Text({ ...clearable, max: MAX_INSTRUCTIONS, lines: true, example: 'Gate code 456' })
  instructions?: string | null;
  /** Your reference for the address, unique among your addresses. */
  @Text({ ...clearable, min: 1, example: 'DC-4' }) external_ref?: string | null;
}

@ApiSchema({ description: 'The address to save.' })
export class CreateAddressDto extends AddressFieldsDto {
  /** Street address. Required unless you send `street`. */
  @RequiredWithout('street')
  @Text({ example: '400 W Lake St' })
  address?: string;
  /** City. */
  @Text({ example: 'Chicago' }) city: string;
  /** Two-letter code of the state or province. */
  @State({ example: 'IL' }) state: string;
  /** ZIP, ZIP+4 or postal code. It must be in `state`. */
  @Zip({ example: '60601' }) zip: string;
  /** Country. Default: `US`. */
  @CountryCode(clearable) country?: Country | null;
}

@ApiSchema({
  description: 'The fields to change. A field that you leave out keeps its value; null clears it.',
})
export class UpdateAddressDto extends AddressFieldsDto {
  /** Street address. */
  @Text({ ...changeable, example: '400 W Lake St' }) address?: string;
  /** City. */
  @Text({ ...changeable, example: 'Chicago' }) city?: string;
  /** Two-letter code of the state or province. */
  @State({ optional: true, countryElsewhere: true, example: 'IL' }) state?: string;
  /** ZIP, ZIP+4 or postal code. It must be in `state`. */
  @Zip({ optional: true, countryElsewhere: true, example: '60601' }) zip?: string;
  /** Country. Null: `US`. */
  @CountryCode(clearable) country?: Country | null;
}

export class AddressListQuery extends TwoWayPageQuery {
  /**
   * Only addresses whose names, street, city, state, ZIP, phone, email or `external_ref` contain every word. Case does
   * not matter. Send up to five words, at least one of them with three or more characters.
   */
  @SearchFilter() q?: string;
  /** Only addresses of this customer. */
  @IdFilter() customer_id?: number;
  /** Only the address with this `external_ref`. */
  @TextFilter() external_ref?: string;
}

@ApiSchema({
  description: 'The address to verify. Send `street` and `state`, or `address`, `city`, `state` and `zip`.',
})
export class ValidateAddressDto {
  /** Street address. */
  @RequiredWithout('street')
  @Text({ example: '400 W Lake St' })
  address?: string;
  /** Street address, to find the city or the ZIP code. */
  @Text(changeable) street?: string;
  /** City. */
  @RequiredWithout('street')
  @NullIsAbsent()
  @Text({ example: 'Chicago' })
  city?: string;
  /** Two-letter code of the state or province. */
  @State({ example: 'IL' }) state: string;
  /** ZIP, ZIP+4 or postal code. The result shows whether it exists and is in `state`. */
  @RequiredWithout('street')
  @NullIsAbsent()
  @Text({ example: '60601' })
  zip?: string;
  /** Country. Default: `US`. */
  @CountryCode() country?: Country;
}

@ApiSchema({ description: 'A saved shipper, consignee or billing address.' })
export class AddressDto {
  /** Always `address`. */
  @Kind('address') object: 'address';
  /** The address's id. */
  @Int() id: number;
  /** The customer that the address belongs to. */
  @Int() customer_id: number | null;
  /** Your name for the address. */
  name: string | null;
  /** Company name. */
  company: string | null;
  /** Contact person. */
  contact: string | null;
  /** The same as `contact`. */
  contact_name: string | null;
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
  phone: string | null;
  /** Email address. */
  email: string | null;
  /** Location type. */
  @OneOf(LOCATION_TYPES) location_type: LocationType | null;
  /** Why access is limited. */
  @OneOf(LIMITED_ACCESS_KINDS) limited_access: LimitedAccessKind | null;
  /** Dock hours. */
  hours: HoursDto | null;
  /** Accessorials for shipments from or to the address. */
  accessorials: PlaceAccessorialsDto;
  /** Instructions for the driver. */
  instructions: string | null;
  /** Your reference for the address. */
  external_ref: string | null;
  /** Creation time, ISO 8601 in UTC. */
  @Time() created_at: string;
  /** Time of the last change, ISO 8601 in UTC. */
  @Time() updated_at: string;
}

@ApiSchema({
  description: 'An address in the form that the verifier returned. It is not saved and has no id.',
})
export class NormalizedAddressDto {
  /** Always `address`. */
  @Kind('address') object: 'address';
  /** Always null. */
  @Int() id: number | null;
  /** The customer that the address belongs to. */
  @Int() customer_id: number | null;
  /** Your name for the address. */
  name: string | null;
  /** Company name. */
  company: string | null;
  /** Contact person. */
  contact: string | null;
  /** The same as `contact`. */
  contact_name: string | null;
  /** Street address. */
  address: string;
  /** City; null if it is unknown. */
  city: string | null;
  /** Two-letter code of the state or province. */
  state: string;
  /** ZIP or postal code; null if it is unknown. */
  zip: string | null;
  /** Country. */
  @OneOf(COUNTRIES) country: Country;
  /** Phone number. */
  phone: string | null;
  /** Email address. */
  email: string | null;
  /** Always null. */
  @Time() created_at: string | null;
  /** Always null. */
  @Time() updated_at: string | null;
}

@ApiSchema({ description: 'A deleted address.' })
export class DeletedAddressDto {
  /** Always `address`. */
  @Kind('address') object: 'address';
  /** The address's id. */
  @Int() id: number;
  /** Always true. */
  deleted: boolean;
}

@ApiSchema({ description: 'The result of verifying an address.' })
export class AddressValidationDto {
  /** Always `address_validation`. */
  @Kind('address_validation') object: 'address_validation';
  /** True if the address exists. */
  valid: boolean;
  /** The address in the form that the verifier returned. */
  normalized: NormalizedAddressDto;
  /** The verifier that responded, and what it corrected or rejected. */
  messages: string[];
}
