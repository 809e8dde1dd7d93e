import { ApiSchema } from '@nestjs/swagger';
import { Int, Kind, Time } from '../../platform/http/contract/response-fields.js';
import { RejectUnknownFields } from '../../platform/http/contract/reject-unknown-fields.js';
import { Email, Nested, Percent, State, Text, Whole, Zip } from '../../platform/http/contract/fields.js';
import { SearchFilter, TextFilter } from '../../platform/http/contract/filters.js';
import { ForwardPageQuery } from '../../platform/http/contract/list.js';
import { Metadata, MetadataAnswer, type MetadataChange } from './metadata.js';

const MAX_CENTS = 1_000_000_000;

const clearable = { optional: true, nullable: true };

@RejectUnknownFields()
@ApiSchema({
  description: "What is added to carriers' prices for a customer; what is left out stays, or is 0.",
})
export class SetMarkupDto {
  /** Percent of the carrier's price, 0 to 1,000, with two decimals at most. */
  @Percent({ optional: true, example: 12.5 })
  percent?: number;
  /** Cents beside the percentage. */
  @Whole(0, MAX_CENTS, { optional: true, example: 1_500 })
  flat_cents?: number;
  /** The least that is added, in cents. */
  @Whole(0, MAX_CENTS, { optional: true, example: 2_500 })
  minimum_cents?: number;
}

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
  /** Street address: where invoices go. */
  @Text({ ...clearable, example: '400 W Lake St' })
  address?: string | null;
  /** City. */
  @Text({ ...clearable, example: 'Chicago' })
  city?: string | null;
  /** Two-letter state code. */
  @State({ ...clearable, example: 'IL' })
  state?: string | null;
  /** ZIP code of the state. */
  @Zip(clearable)
  zip?: string | null;
  /** Your own number for the customer. */
  @Text({ ...clearable, example: 'C-1044' })
  external_ref?: string | null;
  /** What is added to carriers' prices for the customer; null for nothing. The key needs the scope `costs.read` too. */
  @Nested(SetMarkupDto, clearable)
  markup?: SetMarkupDto | null;
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
  /**
   * Only customers with these words, or parts of words, whatever their case: in names, email, phone, city, or your own number.
   * Up to five words, one of them of three characters at least.
   */
  @SearchFilter()
  q?: string;
  /** Only customers with this number of your own. */
  @TextFilter()
  external_ref?: string;
  /** Only customers with this email address. */
  @TextFilter()
  email?: string;
}

@ApiSchema({
  description:
    "What is added to carriers' prices for a customer: the percentage and the flat amount, the minimum at least.",
})
export class MarkupDto {
  /** Percent of the carrier's price. */
  percent: number;
  /** Cents beside the percentage. */
  @Int()
  flat_cents: number;
  /** The least that is added, in cents. */
  @Int()
  minimum_cents: number;
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
  /** Street address: where invoices go. */
  address: string | null;
  /** City. */
  city: string | null;
  /** Two-letter state code. */
  state: string | null;
  /** ZIP code. */
  zip: string | null;
  /** Your own number for the customer. */
  external_ref: string | null;
  /** Keys of your own. */
  @MetadataAnswer()
  metadata: Record<string, string>;
  /** What is added to carriers' prices. Only where something is, and only for keys with the scope `costs.read`. */
  markup?: MarkupDto;
  /** When the customer was added, ISO 8601 in UTC. */
  @Time()
  created_at: string;
  /** When the customer changed last, ISO 8601 in UTC. */
  @Time()
  updated_at: string;
}
