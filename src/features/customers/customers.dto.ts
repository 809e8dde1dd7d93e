import { ApiSchema } from '@nestjs/swagger';
import { COUNTRIES, type Country } from '../../domain/countries.js';
import { Int, Kind, OneOf, Time } from '../../platform/http/contract/response-fields.js';
import { RejectUnknownFields } from '../../platform/http/contract/reject-unknown-fields.js';
import { Choice, Email, Nested, Percent, Text, Whole } from '../../platform/http/contract/fields.js';
import { CountryCode, State, Zip } from '../../platform/http/contract/place-fields.js';
import { SearchFilter, TextFilter } from '../../platform/http/contract/filters.js';
import { ForwardPageQuery } from '../../platform/http/contract/list.js';
import { INVOICE_FORMS, type InvoiceForm } from './customer.entity.js';
import { Metadata, MetadataAnswer, type MetadataChange } from './metadata.js';

const MAX_CENTS = 1_000_000_000;

const clearable = { optional: true, nullable: true };

@RejectUnknownFields()
@ApiSchema({
  description:
    "A change to the markup on carriers' prices. An omitted field keeps its value, or is 0 in a new markup.",
})
export class SetMarkupDto {
  /** Percent of the carrier's price: 0 to 1,000, with at most two decimals. */
  @Percent({ optional: true, example: 12.5 }) percent?: number;
  /** Flat amount in cents, added to the percentage. */
  @Whole(0, MAX_CENTS, { optional: true, example: 1_500 }) flat_cents?: number;
  /** Minimum markup in cents. */
  @Whole(0, MAX_CENTS, { optional: true, example: 2_500 }) minimum_cents?: number;
}

class CustomerFieldsDto {
  /** Company name. */
  @Text({ ...clearable, example: 'Acme Manufacturing' }) company?: string | null;
  /** Email address. */
  @Email(clearable) email?: string | null;
  /** Phone number. */
  @Text({ ...clearable, max: 40, example: '555-222-6666' }) phone?: string | null;
  /** Street address, printed on invoices. */
  @Text({ ...clearable, example: '400 W Lake St' }) address?: string | null;
  /** City. */
  @Text({ ...clearable, example: 'Chicago' }) city?: string | null;
  /** Two-letter code of the state or province. */
  @State({ ...clearable, countryElsewhere: true, example: 'IL' }) state?: string | null;
  /** ZIP or postal code. It must be in `state`. */
  @Zip({ ...clearable, countryElsewhere: true }) zip?: string | null;
  /** Country. Default: `US`. */
  @CountryCode(clearable) country?: Country | null;
  /** Your reference for the customer. */
  @Text({ ...clearable, example: 'C-1044' }) external_ref?: string | null;
  /**
   * Lines on invoices for shipments. `itemized`: the charges as quoted. `all_in`: one line for all charges. Taxes are
   * separate lines.
   */
  @Choice(INVOICE_FORMS, { optional: true }) invoice_form?: InvoiceForm;
  /** Markup on carriers' prices; null removes it. The key also needs the scope `costs.read`. */
  @Nested(SetMarkupDto, clearable) markup?: SetMarkupDto | null;
}

@RejectUnknownFields()
@ApiSchema({ description: 'The customer to create.' })
export class CreateCustomerDto extends CustomerFieldsDto {
  /** Name. */
  @Text({ example: 'Ann Example' }) name: string;
  /** Up to 50 keys that you choose, each with a text value of up to 500 characters. */
  @Metadata(clearable) metadata?: Record<string, string> | null;
}

@RejectUnknownFields(() => CustomerDto)
@ApiSchema({ description: 'The fields to change. A field that you leave out keeps its value.' })
export class UpdateCustomerDto extends CustomerFieldsDto {
  /** Name. */
  @Text({ optional: true, min: 1, example: 'Ann Example' }) name?: string;
  /** Keys to add or change. A null value removes its key; null instead of an object removes every key. */
  @Metadata({ ...clearable, removable: true }) metadata?: MetadataChange | null;
}

export class CustomerListQuery extends ForwardPageQuery {
  /**
   * Only customers whose name, company, email, phone, city or `external_ref` contains every word. Case does not matter.
   * Send up to five words, at least one of them with three or more characters.
   */
  @SearchFilter() q?: string;
  /** Only customers with this `external_ref`. */
  @TextFilter() external_ref?: string;
  /** Only customers with this email address. */
  @TextFilter() email?: string;
}

@ApiSchema({
  description:
    "The markup on carriers' prices: the percentage plus the flat amount, and at least the minimum.",
})
export class MarkupDto {
  /** Percent of the carrier's price. */
  percent: number;
  /** Flat amount in cents, added to the percentage. */
  @Int() flat_cents: number;
  /** Minimum markup in cents. */
  @Int() minimum_cents: number;
}

@ApiSchema({ description: 'A customer that the organization ships for.' })
export class CustomerDto {
  /** Always `customer`. */
  @Kind('customer') object: 'customer';
  /** The customer's id, the `customer_id` of other resources. */
  @Int() id: number;
  /** Name. */
  name: string;
  /** Company name. */
  company: string | null;
  /** Email address. */
  email: string | null;
  /** Phone number. */
  phone: string | null;
  /** Street address, printed on invoices. */
  address: string | null;
  /** City. */
  city: string | null;
  /** Two-letter code of the state or province. */
  state: string | null;
  /** ZIP or postal code. */
  zip: string | null;
  /** Country. */
  @OneOf(COUNTRIES) country: Country;
  /** Your reference for the customer. */
  external_ref: string | null;
  /**
   * Lines on invoices for shipments. `itemized`: the charges as quoted. `all_in`: one line for all charges. Taxes are
   * separate lines.
   */
  @OneOf(INVOICE_FORMS) invoice_form: InvoiceForm;
  /** The keys and values that you stored. */
  @MetadataAnswer() metadata: Record<string, string>;
  /** Markup on carriers' prices. Present only if the customer has one and the key has the scope `costs.read`. */
  markup?: MarkupDto;
  /** Creation time, ISO 8601 in UTC. */
  @Time() created_at: string;
  /** Time of the last change, ISO 8601 in UTC. */
  @Time() updated_at: string;
}
