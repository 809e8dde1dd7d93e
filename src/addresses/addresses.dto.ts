import { ApiSchema } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Int, Kind, Time } from '../http/answer-fields.js';
import { Email, Id, State, Text, Zip } from '../http/fields.js';
import { TwoWayPageQuery } from '../http/list.js';
import { QueryId } from '../http/query.js';
import { RequiredWithout } from './aliases.js';

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
  /** Only addresses of this customer. */
  @QueryId()
  customer_id?: number;
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
