import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Int, Kind, OneOf, Time } from '../../platform/http/contract/response-fields.js';
import { assertStorable } from '../../platform/http/pipeline/storable-text.js';
import { field, rule, Text, type FieldOptions } from '../../platform/http/contract/fields.js';
import { ForwardPageQuery } from '../../platform/http/contract/list.js';
import { buildPrintablePattern } from '../../platform/http/contract/printable.js';
import { MODES, type Mode } from '../../platform/tenancy/tenant.js';
import { CARRIER_OPERATIONS, type CarrierOperation } from './carrier-adapter.js';
import { CARRIER_OUTCOMES, type CarrierOutcome } from './price-result.js';

const MAX_SETTINGS = 50;
const SETTINGS_SCHEMA = {
  type: 'object',
  additionalProperties: true,
  maxProperties: MAX_SETTINGS,
  propertyNames: {
    minLength: 1,
    maxLength: 100,
    pattern: buildPrintablePattern({ lines: false, blank: true }),
  },
} as const;
const CHECK_STATUSES = ['works', 'failed', 'not_tried'] as const;

/** An adapter's settings: its own class looks into them. */
function SettingsField(options: FieldOptions = {}): PropertyDecorator {
  const isMap = (value: unknown): boolean =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length <= MAX_SETTINGS;
  return (target, name) => {
    // Taken as it came: the transformer would drop keys such as `toString`.
    Transform(({ obj, key }) => {
      const given = (obj as Record<string, unknown>)[key];
      assertStorable(given, key);
      return given;
    })(target, name);
    field(
      options,
      SETTINGS_SCHEMA,
      rule('areSettings', isMap, `$property must be an object of at most ${MAX_SETTINGS} fields`),
    )(target, name);
  };
}

@ApiSchema({ description: 'An account with a carrier, to ship with.' })
export class CreateCarrierConnectionDto {
  /** The adapter’s name: `GET /api/v1/adapters` has them. */
  @Text({ max: 40, example: 'rl' })
  adapter: string;
  /** The carrier’s SCAC, in any case; may be left out where the adapter speaks to one carrier only. */
  @field(
    { optional: true, example: 'RLCA' },
    { type: String, pattern: '^[A-Za-z][A-Za-z0-9]{1,3}$' },
    rule(
      'isScac',
      (value) => typeof value === 'string' && /^[A-Za-z][A-Za-z0-9]{1,3}$/.test(value),
      '$property must be a SCAC such as RLCA',
    ),
  )
  scac?: string;
  /** What the adapter’s `settings_schema` says. They are sealed, and no answer has them. */
  @SettingsField({ optional: true, example: { api_key: 'your-key-with-the-carrier' } })
  settings?: Record<string, unknown>;
}

@ApiSchema({ description: 'What to change of a carrier connection.' })
export class UpdateCarrierConnectionDto {
  /**
   * Laid over the settings that are stored: what is left out stays, null takes one away. A change of an address brings all
   * secrets along that would be sent there.
   */
  @SettingsField({ optional: true, example: { api_key: 'your-next-key-with-the-carrier' } })
  settings?: Record<string, unknown>;
}

@ApiSchema({ description: 'An organization’s account with a carrier, without its settings.' })
export class CarrierConnectionDto {
  /** Always `carrier_connection`. */
  @Kind('carrier_connection')
  object: 'carrier_connection';
  /** The connection’s id. */
  @Int()
  id: number;
  /** The mode it is for. */
  @OneOf(MODES)
  mode: Mode;
  /** The adapter’s name. */
  adapter: string;
  /** The carrier’s SCAC. */
  scac: string;
  /** The carrier’s name. */
  carrier_name: string;
  /** Which settings are set, by name; null when the service has lost the key that they are sealed with: send them again. */
  @ApiProperty({ type: 'array', items: { type: 'string' }, nullable: true })
  settings_set: string[] | null;
  /** When the carrier was connected, ISO 8601 in UTC. */
  @Time()
  created_at: string;
  /** When its settings last changed, ISO 8601 in UTC. */
  @Time()
  updated_at: string;
}

@ApiSchema({ description: 'What remains of a carrier connection that was ended.' })
export class DeletedCarrierConnectionDto {
  /** Always `carrier_connection`. */
  @Kind('carrier_connection')
  object: 'carrier_connection';
  /** The connection’s id. */
  @Int()
  id: number;
  /** Always true. */
  deleted: boolean;
}

@ApiSchema({ description: 'Whether one thing that the adapter can ask works.' })
export class ConnectionCheckDto {
  /** What was asked. */
  @OneOf(CARRIER_OPERATIONS)
  operation: CarrierOperation;
  /** `not_tried`: that would move freight, or needs a shipment. */
  @OneOf(CHECK_STATUSES)
  status: (typeof CHECK_STATUSES)[number];
  /** What a price came to, as in `carrier_results` of quotes: `declined` proves the credentials as well. Null for what was not tried. */
  @OneOf(CARRIER_OUTCOMES)
  outcome: CarrierOutcome | null;
  /** Why it failed, or was declined. */
  reason: string | null;
}

@ApiSchema({ description: 'An HTTP call that a test of a connection made.' })
export class ConnectionTestCallDto {
  /** The HTTP method. */
  method: string;
  /** Who was called, without the query. */
  url: string;
  /** The status answered; null without an answer. */
  @Int()
  status: number | null;
  /** Why there was no sensible answer. */
  error: string | null;
  /** Milliseconds until the whole answer was there, or the fault. */
  @Int()
  duration_ms: number;
}

@ApiSchema({ description: 'What a try of a connection came to. Nothing was moved.' })
export class TestedConnectionDto {
  /** Always `carrier_connection_test`. */
  @Kind('carrier_connection_test')
  object: 'carrier_connection_test';
  /** The connection’s id. */
  @Int()
  connection_id: number;
  /** The carrier’s SCAC. */
  carrier: string;
  /** Whether what was tried works; null where the carrier has no API for prices, so that nothing could be tried. */
  works: boolean | null;
  /** What the adapter can ask, one by one. */
  checks: ConnectionCheckDto[];
  /** Who was called, in order: a token’s host, the carrier’s. */
  calls: ConnectionTestCallDto[];
}

export class CarrierConnectionListQuery extends ForwardPageQuery {}
