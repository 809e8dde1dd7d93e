import { ApiSchema } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayUnique, IsArray, Matches } from 'class-validator';
import { Int, Kind, OneOf, Time } from '../http/contract/response-fields.js';
import { crossFieldRule, Email, field, Nested, rule, Text, Whole } from '../http/contract/fields.js';
import { COUNTRIES, type Country } from '../../domain/countries.js';
import { CountryCode, State, Zip } from '../http/contract/place-fields.js';
import { SetTaxesDto, TaxesDto } from './organization-taxes.dto.js';
import { LOGO_TYPES, type LogoType } from './logo.js';

const MAX_CARRIERS = 100;
const SCAC = /^[A-Za-z][A-Za-z0-9]{1,3}$/;
const MAX_DAYS = 365;

/** SCACs in either case. Duplicates that differ only in case are merged; exact duplicates are rejected. */
function Scacs(example: string[], ...rules: PropertyDecorator[]): PropertyDecorator {
  const upper = (value: unknown): unknown => (typeof value === 'string' ? value.toUpperCase() : value);
  return (target, name) => {
    Transform(({ value }) =>
      Array.isArray(value) && new Set(value).size === value.length
        ? [...new Set(value.map(upper))]
        : (value as unknown),
    )(target, name);
    field(
      { optional: true, example },
      {
        type: 'array',
        items: { type: 'string', pattern: SCAC.source },
        maxItems: MAX_CARRIERS,
        uniqueItems: true,
      },
      IsArray(),
      ArrayMaxSize(MAX_CARRIERS),
      ArrayUnique(),
      rule(
        'areScacs',
        (value) => Array.isArray(value) && value.every((scac) => typeof scac === 'string' && SCAC.test(scac)),
        '$property must contain only SCACs such as RLCA',
      ),
      ...rules,
    )(target, name);
  };
}

@ApiSchema({ description: 'The rules that select the recommended quote.' })
export class SetRateShoppingDto {
  /** SCACs of excluded carriers. The service never requests rates from them. */
  @Scacs(['SIM4']) exclude_carriers?: string[];
  /** SCACs of preferred carriers. The service recommends the cheapest of them. */
  @Scacs(
    ['SIM2'],
    crossFieldRule(
      'notExcluded',
      (preferred, { exclude_carriers: excluded }) =>
        !Array.isArray(preferred) ||
        !Array.isArray(excluded) ||
        !preferred.some((scac) => excluded.includes(scac)),
      '$property must not contain an excluded carrier',
    ),
  )
  prefer_carriers?: string[];
  /** Maximum transit time of the recommended quote in business days. Null: unlimited. */
  @Whole(0, MAX_DAYS, { optional: true, nullable: true, example: 3 }) cheapest_within_days?: number | null;
}

@ApiSchema({ description: 'The rules that select the recommended quote.' })
export class RateShoppingDto {
  /** SCACs of excluded carriers. The service never requests rates from them. */
  exclude_carriers: string[];
  /** SCACs of preferred carriers. The service recommends the cheapest of them. */
  prefer_carriers: string[];
  /** Maximum transit time of the recommended quote in business days. Null: unlimited. */
  @Int() cheapest_within_days: number | null;
}

@ApiSchema({ description: 'The address of the organization.' })
export class SetOrganizationAddressDto {
  /** Street address. */
  @Text({ example: '500 W Madison St' }) address: string;
  /** City. */
  @Text({ example: 'Chicago' }) city: string;
  /** Two-letter code of the state or province. */
  @State({ example: 'IL' }) state: string;
  /** ZIP or postal code in the state. */
  @Zip() zip: string;
  /** Country. Default: `US`. */
  @CountryCode({ nullable: true }) country?: Country | null;
  /** Phone number. */
  @Text({ optional: true, nullable: true, max: 50 }) phone?: string | null;
  /** Email address. */
  @Email({ optional: true, nullable: true }) email?: string | null;
}

@ApiSchema({ description: 'The remit-to address of the organization.' })
export class SetRemitToDto extends SetOrganizationAddressDto {
  /** The payee if it is not the organization itself, e.g. a bank’s lockbox. */
  @Text({ optional: true, nullable: true }) company?: string | null;
  /** Contact person. */
  @Text({ optional: true, nullable: true }) contact?: string | null;
}

@ApiSchema({ description: 'Changes to the profile of the organization. Omitted fields stay unchanged.' })
export class UpdateOrganizationDto {
  /** The name on documents. Null: the name of the organization. */
  @Text({ optional: true, nullable: true, min: 1 }) legal_name?: string | null;
  /** The address of the organization, replaced as a whole. Null removes it. */
  @Nested(SetOrganizationAddressDto, { optional: true, nullable: true })
  address?: SetOrganizationAddressDto | null;
  /** The color of lines on documents, `#rrggbb`. Null: black. */
  @field(
    { optional: true, nullable: true, example: '#0b5394' },
    { type: String, pattern: '^#[0-9A-Fa-f]{6}$' },
    Matches(/^#[0-9a-f]{6}$/i, { message: '$property must be a color such as #0b5394' }),
  )
  color?: string | null;
  /** The remit-to address, replaced as a whole. Null: the address of the organization. */
  @Nested(SetRemitToDto, { optional: true, nullable: true }) remit_to?: SetRemitToDto | null;
  /** Rules that select the recommended quote, replaced as a whole. Null recommends the cheapest quote. */
  @Nested(SetRateShoppingDto, { optional: true, nullable: true }) rate_shopping?: SetRateShoppingDto | null;
  /** Sales taxes on invoices for freight within Canada, replaced as a whole. Null charges none. */
  @Nested(SetTaxesDto, { optional: true, nullable: true }) taxes?: SetTaxesDto | null;
}

@ApiSchema({ description: 'The address of the organization.' })
export class OrganizationAddressDto {
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
}

@ApiSchema({ description: 'The remit-to address of the organization.' })
export class RemitToDto extends OrganizationAddressDto {
  /** The payee. Null: the organization. */
  company: string | null;
  /** Contact person. */
  contact: string | null;
}

@ApiSchema({ description: 'The logo on documents.' })
export class LogoDto {
  /** The content type. */
  @OneOf(LOGO_TYPES) content_type: LogoType;
  /** Width in pixels. */
  @Int() width: number;
  /** Height in pixels. */
  @Int() height: number;
}

@ApiSchema({ description: 'The organization of a key, with its profile for documents.' })
export class OrganizationDto {
  /** Always `organization`. */
  @Kind('organization') object: 'organization';
  /** The id of the organization. */
  @Int() id: number;
  /** The name of the organization, set by the operator. */
  name: string;
  /** The name on documents. Null: `name`. */
  legal_name: string | null;
  /** The address of the organization. Null if unknown. */
  address: OrganizationAddressDto | null;
  /** The logo on documents. Null without one. `GET /organization/logo` returns the file. */
  logo: LogoDto | null;
  /** The color of lines on documents, `#rrggbb`. Null: black. */
  color: string | null;
  /** The remit-to address. Null: the address of the organization. */
  remit_to: RemitToDto | null;
  /** Rules that select the recommended quote. Null recommends the cheapest quote. */
  rate_shopping: RateShoppingDto | null;
  /** Sales taxes on invoices for freight within Canada. Null charges none. */
  taxes: TaxesDto | null;
  /** When the organization was created, ISO 8601 in UTC. */
  @Time() created_at: string;
  /** When the profile last changed, ISO 8601 in UTC. */
  @Time() updated_at: string;
}
