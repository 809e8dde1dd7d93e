import { ApiSchema } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayUnique, IsArray, Matches } from 'class-validator';
import { Int, Kind, OneOf, Time } from '../http/contract/response-fields.js';
import {
  crossFieldRule,
  Email,
  field,
  Nested,
  rule,
  State,
  Text,
  Whole,
  Zip,
} from '../http/contract/fields.js';
import { LOGO_TYPES, type LogoType } from './logo.js';

const MAX_CARRIERS = 100;
const SCAC = /^[A-Za-z][A-Za-z0-9]{1,3}$/;
const MAX_DAYS = 365;

/** SCACs, in any case: the same one in two cases is one, and in the same case a mistake. */
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
        '$property must be SCACs such as RLCA',
      ),
      ...rules,
    )(target, name);
  };
}

@ApiSchema({ description: 'How the organization chooses among prices.' })
export class SetRateShoppingDto {
  /** SCACs of carriers that are not asked for prices. */
  @Scacs(['SIM4'])
  exclude_carriers?: string[];
  /** SCACs of carriers that are recommended before others. */
  @Scacs(
    ['SIM2'],
    crossFieldRule(
      'notExcluded',
      (preferred, { exclude_carriers: excluded }) =>
        !Array.isArray(preferred) ||
        !Array.isArray(excluded) ||
        !preferred.some((scac) => excluded.includes(scac)),
      '$property must not name a carrier that is excluded',
    ),
  )
  prefer_carriers?: string[];
  /** Business days: the cheapest price that is no slower is recommended. Null: however slow. */
  @Whole(0, MAX_DAYS, { optional: true, nullable: true, example: 3 })
  cheapest_within_days?: number | null;
}

@ApiSchema({ description: 'How the organization chooses among prices.' })
export class RateShoppingDto {
  /** SCACs of carriers that are not asked for prices. */
  exclude_carriers: string[];
  /** SCACs of carriers that are recommended before others. */
  prefer_carriers: string[];
  /** Business days: the cheapest price that is no slower is recommended. Null: however slow. */
  @Int()
  cheapest_within_days: number | null;
}

@ApiSchema({ description: 'Where the organization is.' })
export class SetOrganizationAddressDto {
  /** Street address. */
  @Text({ example: '500 W Madison St' })
  address: string;
  /** City. */
  @Text({ example: 'Chicago' })
  city: string;
  /** Two-letter state code. */
  @State({ example: 'IL' })
  state: string;
  /** ZIP code of the state. */
  @Zip()
  zip: string;
  /** Phone number. */
  @Text({ optional: true, nullable: true, max: 50 })
  phone?: string | null;
  /** Email address. */
  @Email({ optional: true, nullable: true })
  email?: string | null;
}

@ApiSchema({ description: 'Where the organization is paid.' })
export class SetRemitToDto extends SetOrganizationAddressDto {
  /** Whom payments go to, where that is not the organization itself, e.g. a bank’s lockbox. */
  @Text({ optional: true, nullable: true })
  company?: string | null;
  /** Whom to ask for. */
  @Text({ optional: true, nullable: true })
  contact?: string | null;
}

@ApiSchema({ description: 'Changes to what the organization’s papers say of it. What is left out stays.' })
export class UpdateOrganizationDto {
  /** The name on papers; null: the organization’s name. */
  @Text({ optional: true, nullable: true, min: 1 })
  legal_name?: string | null;
  /** Where the organization is, as a whole; null removes it. */
  @Nested(SetOrganizationAddressDto, { optional: true, nullable: true })
  address?: SetOrganizationAddressDto | null;
  /** The color of lines on papers, `#rrggbb`; null: black. */
  @field(
    { optional: true, nullable: true, example: '#0b5394' },
    { type: String, pattern: '^#[0-9A-Fa-f]{6}$' },
    Matches(/^#[0-9a-f]{6}$/i, { message: '$property must be a color such as #0b5394' }),
  )
  color?: string | null;
  /** Where it is paid, as a whole; null: at its own address. */
  @Nested(SetRemitToDto, { optional: true, nullable: true })
  remit_to?: SetRemitToDto | null;
  /** How it chooses among prices, as a whole; null: by price alone, among all carriers. */
  @Nested(SetRateShoppingDto, { optional: true, nullable: true })
  rate_shopping?: SetRateShoppingDto | null;
}

@ApiSchema({ description: 'Where the organization is.' })
export class OrganizationAddressDto {
  /** Street address. */
  address: string;
  /** City. */
  city: string;
  /** Two-letter state code. */
  state: string;
  /** ZIP code. */
  zip: string;
  /** Phone number. */
  phone: string | null;
  /** Email address. */
  email: string | null;
}

@ApiSchema({ description: 'Where the organization is paid.' })
export class RemitToDto extends OrganizationAddressDto {
  /** Whom payments go to; null: the organization. */
  company: string | null;
  /** Whom to ask for. */
  contact: string | null;
}

@ApiSchema({ description: 'What there is to know of the logo without downloading it.' })
export class LogoDto {
  /** Its content type. */
  @OneOf(LOGO_TYPES)
  content_type: LogoType;
  /** Pixels. */
  @Int()
  width: number;
  /** Pixels. */
  @Int()
  height: number;
}

@ApiSchema({ description: 'The organization that a key belongs to, with what its papers say of it.' })
export class OrganizationDto {
  /** Always `organization`. */
  @Kind('organization')
  object: 'organization';
  /** Its id. */
  @Int()
  id: number;
  /** What the operator calls it. */
  name: string;
  /** The name on papers; null: `name`. */
  legal_name: string | null;
  /** Where it is; null when not given. */
  address: OrganizationAddressDto | null;
  /** The logo on papers; null without one. `GET /organization/logo` has the file. */
  logo: LogoDto | null;
  /** The color of lines on papers, `#rrggbb`; null: black. */
  color: string | null;
  /** Where it is paid; null: at its own address. */
  remit_to: RemitToDto | null;
  /** How it chooses among prices; null: by price alone, among all carriers. */
  rate_shopping: RateShoppingDto | null;
  /** When it was made, ISO 8601 in UTC. */
  @Time()
  created_at: string;
  /** When its profile last changed, ISO 8601 in UTC. */
  @Time()
  updated_at: string;
}
