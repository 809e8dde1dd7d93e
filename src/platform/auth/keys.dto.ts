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
/** The longest way to write one: an IPv6 address that ends in an IPv4 one, and its bits. */
const MAX_NETWORK = 49;
const NETWORK = '^[0-9a-fA-F:.]+(/[0-9]{1,3})?$';
/** A week. */
const MAX_OVERLAP_SECONDS = 604_800;

@ApiSchema({ description: 'A new API key.' })
export class CreateKeyDto {
  /** For your own use. */
  @Text({ optional: true, nullable: true, max: 100, example: 'Warehouse 4' })
  name?: string | null;
  /**
   * What the key may do: a resource and `.read` or `.write`, e.g. `quotes.write`. None of them may lack in the key that
   * asks. Null: as much as the key that asks.
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
      '$property must be scopes such as quotes.write, one at least',
    ),
  )
  scopes?: string[] | null;
  /**
   * The networks, or single addresses, that it works from; elsewhere it is refused. None of them may lie outside of those
   * of the key that asks. Null: wherever the key that asks works.
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
        Array.isArray(list) && list.every((one) => typeof one === 'string' && normalizeNetwork(one) !== null),
      '$property must be networks such as 203.0.113.0/24, or addresses',
    ),
  )
  allowed_cidrs?: string[] | null;
  /** Until when it works: a timestamp, or a day until its start in UTC. Null: as long as the key that asks. */
  @IsoDate({ optional: true, nullable: true, example: '2027-06-30T00:00:00Z' })
  expires_at?: string | null;
}

@ApiSchema({ description: 'How an API key is replaced.' })
export class RollKeyDto {
  /** How many seconds the old key works on beside the new one, at most a week. */
  @Whole(0, MAX_OVERLAP_SECONDS, { optional: true, example: 3_600 })
  overlap_seconds?: number;
}

@ApiSchema({ description: 'An API key, without the key itself: that is shown once.' })
export class KeyDto {
  /** Always `key`. */
  @Kind('key')
  object: 'key';
  /** The key's id. */
  @Int()
  id: number;
  /** For its owner's own use. */
  name: string | null;
  /** The mode it works in. */
  @OneOf(MODES)
  mode: Mode;
  /** The first characters of the key. */
  prefix: string;
  /** What it may do; null: everything. */
  scopes: string[] | null;
  /** The networks that it works from; null: everywhere. */
  allowed_cidrs: string[] | null;
  /** When it was last used, to the minute, ISO 8601 in UTC. */
  @Time()
  last_used_at: string | null;
  /** Until when it works, ISO 8601 in UTC; null: until it is revoked. */
  @Time()
  expires_at: string | null;
  /** When it was revoked, ISO 8601 in UTC. */
  @Time()
  revoked_at: string | null;
  /** When it was made, ISO 8601 in UTC. */
  @Time()
  created_at: string;
}

@ApiSchema({ description: 'A new API key. This is the only answer with the key itself.' })
export class CreatedKeyDto extends KeyDto {
  /** The key: keep it now, it is not stored. */
  @ShownOnce()
  key: string;
}

export class KeyListQuery extends TwoWayPageQuery {}
