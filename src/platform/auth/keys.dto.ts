import { ApiSchema } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray } from 'class-validator';
import { Int, Kind, OneOf, Time } from '../http/contract/response-fields.js';
import { IsoDate } from '../http/contract/dates.js';
import { field, rule, Text, Whole } from '../http/contract/fields.js';
import { TwoWayPageQuery } from '../http/contract/list.js';
import { ShownOnce } from '../http/contract/handler-options.js';
import { normalizeNetwork } from '../rate-limits/networks.js';
import { MODES, type Mode } from '../tenancy/tenant.js';

const MAX_SCOPES = 100;
const SCOPE = /^[a-z][a-z-]{0,39}[.](read|write)$/;
const MAX_NETWORKS = 50;
/** An IPv6 address that ends in an IPv4 address, and its prefix length. */
const MAX_NETWORK = 49;
const NETWORK = '^[0-9a-fA-F:.]+(/[0-9]{1,3})?$';
const MAX_OVERLAP_SECONDS = 604_800;

@ApiSchema({ description: 'A new API key.' })
export class CreateKeyDto {
  /** A name for your own use. */
  @Text({ optional: true, nullable: true, max: 100, example: 'Warehouse 4' }) name?: string | null;
  /**
   * The scopes of the key: a resource and `.read` or `.write`, e.g. `quotes.write`. Your key must have all of them.
   * Null copies the scopes of your key.
   */
  @field(
    { optional: true, nullable: true, example: ['quotes.write', 'freight.read'] },
    {
      type: 'array',
      items: { type: 'string', pattern: SCOPE.source, maxLength: 50 },
      minItems: 1,
      maxItems: MAX_SCOPES,
      uniqueItems: true,
    },
    IsArray(),
    ArrayMaxSize(MAX_SCOPES),
    ArrayUnique(),
    rule(
      'areScopes',
      (scopes) =>
        Array.isArray(scopes) && scopes.length > 0 && scopes.every((scope) => SCOPE.test(String(scope))),
      '$property must contain at least one scope, such as quotes.write, and nothing else',
    ),
  )
  scopes?: string[] | null;
  /**
   * The networks or addresses that the key may be used from. They must be within those of your key. Null: the networks
   * of your key.
   */
  @field(
    { optional: true, nullable: true, example: ['203.0.113.0/24', '2001:db8::/32'] },
    {
      type: 'array',
      items: { type: 'string', pattern: NETWORK, maxLength: MAX_NETWORK },
      minItems: 1,
      maxItems: MAX_NETWORKS,
    },
    IsArray(),
    ArrayMinSize(1),
    ArrayMaxSize(MAX_NETWORKS),
    rule(
      'areNetworks',
      (list) =>
        Array.isArray(list) &&
        list.every((cidr) => typeof cidr === 'string' && normalizeNetwork(cidr) !== null),
      '$property must contain only IP addresses and networks such as 203.0.113.0/24',
    ),
  )
  allowed_cidrs?: string[] | null;
  /** When the key expires: a timestamp, or a date for 00:00 UTC on that day. Null copies the expiry of your key. */
  @IsoDate({ optional: true, nullable: true, example: '2027-06-30T00:00:00Z' }) expires_at?: string | null;
}

@ApiSchema({ description: 'Options to replace an API key.' })
export class RollKeyDto {
  /** How many seconds the old key keeps working, at most 604,800 (a week). */
  @Whole(0, MAX_OVERLAP_SECONDS, { optional: true, example: 3_600 }) overlap_seconds?: number;
}

@ApiSchema({ description: 'An API key, without its secret.' })
export class KeyDto {
  /** Always `key`. */
  @Kind('key') object: 'key';
  /** The id of the key. */
  @Int() id: number;
  /** A name for your own use. */
  name: string | null;
  /** The mode of the key. */
  @OneOf(MODES) mode: Mode;
  /** The first characters of the key. */
  prefix: string;
  /** The scopes of the key. Null: full access. */
  scopes: string[] | null;
  /** The networks that the key may be used from. Null: any. */
  allowed_cidrs: string[] | null;
  /** When the key was last used, to the minute, ISO 8601 in UTC. */
  @Time() last_used_at: string | null;
  /** When the key expires, ISO 8601 in UTC. Null: it never expires. */
  @Time() expires_at: string | null;
  /** When the key was revoked, ISO 8601 in UTC. */
  @Time() revoked_at: string | null;
  /** When the key was created, ISO 8601 in UTC. */
  @Time() created_at: string;
}

@ApiSchema({ description: 'A new API key. Only this response contains the key itself.' })
export class CreatedKeyDto extends KeyDto {
  /** The key. Store it now: the service does not keep it. */
  @ShownOnce() key: string;
}

export class KeyListQuery extends TwoWayPageQuery {}
