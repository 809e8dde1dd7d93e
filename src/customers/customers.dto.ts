import { ApiSchema } from '@nestjs/swagger';
import { Int, Kind, Time } from '../http/answer-fields.js';
import { Email, Text } from '../http/fields.js';
import { ForwardPageQuery } from '../http/list.js';
import { Metadata, MetadataAnswer, type MetadataChange } from './metadata.js';

const clearable = { optional: true, nullable: true };

/** What a customer can have beside a name. */
class CustomerFieldsDto {
  /** Company name. */
  @Text({ ...clearable, example: 'Acme Manufacturing' })
  company?: string | null;
  /** Email address. */
  @Email(clearable)
  email?: string | null;
  /** Phone number. */
  @Text({ ...clearable, max: 40, example: '555-222-6666' })
  phone?: string | null;
  /** Your own number for the customer. */
  @Text({ ...clearable, example: 'C-1044' })
  external_ref?: string | null;
}

@ApiSchema({ description: 'A customer to be added.' })
export class CreateCustomerDto extends CustomerFieldsDto {
  /** Name. */
  @Text({ example: 'Ann Example' })
  name: string;
  /** Up to 50 keys of your own, each with text of up to 500 characters. */
  @Metadata(clearable)
  metadata?: Record<string, string> | null;
}

@ApiSchema({ description: 'What is to change; what is left out stays.' })
export class UpdateCustomerDto extends CustomerFieldsDto {
  /** Name. */
  @Text({ optional: true, min: 1, example: 'Ann Example' })
  name?: string;
  /** Keys to add or change; a key with null is removed, null for all of it removes every key. */
  @Metadata({ ...clearable, removable: true })
  metadata?: MetadataChange | null;
}

export class CustomerListQuery extends ForwardPageQuery {
  /** Only customers with this number of your own. */
  @Text({ optional: true })
  external_ref?: string;
}

@ApiSchema({ description: 'Whom an organization ships for.' })
export class CustomerDto {
  /** Always `customer`. */
  @Kind('customer')
  object: 'customer';
  /** The customer's id: the `customer_id` of other resources. */
  @Int()
  id: number;
  /** Name. */
  name: string;
  /** Company name. */
  company: string | null;
  /** Email address. */
  email: string | null;
  /** Phone number. */
  phone: string | null;
  /** Your own number for the customer. */
  external_ref: string | null;
  /** Keys of your own. */
  @MetadataAnswer()
  metadata: Record<string, string>;
  /** When the customer was added, ISO 8601 in UTC. */
  @Time()
  created_at: string;
  /** When the customer changed last, ISO 8601 in UTC. */
  @Time()
  updated_at: string;
}
