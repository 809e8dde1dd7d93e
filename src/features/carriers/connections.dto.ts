import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Int, Kind, NullableDays, OneOf, Time } from '../../platform/http/contract/response-fields.js';
import { assertStorable } from '../../platform/http/pipeline/storable-text.js';
import { field, rule, Text, type FieldOptions } from '../../platform/http/contract/fields.js';
import { DayList } from '../../platform/http/contract/dates.js';
import { ForwardPageQuery } from '../../platform/http/contract/list.js';
import { buildPrintablePattern } from '../../platform/http/contract/printable.js';
import { MODES, type Mode } from '../../platform/tenancy/tenant.js';
import { CARRIER_OPERATIONS, type CarrierOperation } from './carrier-adapter.js';
import { MAX_HOLIDAYS } from './pickup-calendar.js';
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

/** An object of settings; the adapter's class validates its fields. */
function SettingsField(options: FieldOptions = {}): PropertyDecorator {
  const isMap = (value: unknown): boolean =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length <= MAX_SETTINGS;
  return (target, name) => {
    // The transformer would drop keys such as `toString`.
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

@ApiSchema({ description: 'An account with a carrier.' })
export class CreateCarrierConnectionDto {
  /** The adapter’s name, from `GET /api/v1/adapters`. */
  @Text({ max: 40, example: 'rl' }) adapter: string;
  /** The carrier’s SCAC, in upper or lower case. Optional if the adapter supports one carrier only. */
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
  /** The fields of the adapter’s `settings_schema`. They are stored encrypted and never returned. */
  @SettingsField({ optional: true, example: { api_key: 'your-key-with-the-carrier' } })
  settings?: Record<string, unknown>;
  /**
   * The days when the carrier is closed, besides weekends. They replace the default holidays of LTL carriers; an empty
   * list means none.
   */
  @DayList(MAX_HOLIDAYS, { optional: true, nullable: true, example: ['2026-11-26', '2026-12-25'] })
  holidays?: string[] | null;
}

@ApiSchema({ description: 'Changes to a carrier connection.' })
export class UpdateCarrierConnectionDto {
  /** Merged into the stored settings; null removes one. A changed URL requires all secrets in the same request. */
  @SettingsField({ optional: true, example: { api_key: 'your-next-key-with-the-carrier' } })
  settings?: Record<string, unknown>;
  /**
   * The days when the carrier is closed, besides weekends. They replace the default holidays of LTL carriers; an empty
   * list means none. Null restores the default.
   */
  @DayList(MAX_HOLIDAYS, { optional: true, nullable: true, example: ['2026-11-26', '2026-12-25'] })
  holidays?: string[] | null;
}

@ApiSchema({ description: 'An organization’s account with a carrier, without the values of its settings.' })
export class CarrierConnectionDto {
  /** Always `carrier_connection`. */
  @Kind('carrier_connection') object: 'carrier_connection';
  /** The connection’s id. */
  @Int() id: number;
  /** The mode of the connection. */
  @OneOf(MODES) mode: Mode;
  /** The adapter’s name. */
  adapter: string;
  /** The carrier’s SCAC. */
  scac: string;
  /** The carrier’s name. */
  carrier_name: string;
  /** Names of the stored settings. Null if the service cannot decrypt them: send the settings again. */
  @ApiProperty({ type: 'array', items: { type: 'string' }, nullable: true }) settings_set: string[] | null;
  /** The days when the carrier is closed, besides weekends. Null: the default holidays of LTL carriers. */
  @NullableDays() holidays: string[] | null;
  /** When the carrier was connected, ISO 8601 in UTC. */
  @Time() created_at: string;
  /** When its settings last changed, ISO 8601 in UTC. */
  @Time() updated_at: string;
}

@ApiSchema({ description: 'A deleted carrier connection.' })
export class DeletedCarrierConnectionDto {
  /** Always `carrier_connection`. */
  @Kind('carrier_connection') object: 'carrier_connection';
  /** The connection’s id. */
  @Int() id: number;
  /** Always true. */
  deleted: boolean;
}

@ApiSchema({ description: 'The test result of one operation.' })
export class ConnectionCheckDto {
  /** The operation. */
  @OneOf(CARRIER_OPERATIONS) operation: CarrierOperation;
  /** `not_tried`: the operation would move freight or needs a shipment. */
  @OneOf(CHECK_STATUSES) status: (typeof CHECK_STATUSES)[number];
  /** The result of the rate request, as in `carrier_results` of quotes. `declined` also proves that the credentials work. Null if not tried. */
  @OneOf(CARRIER_OUTCOMES) outcome: CarrierOutcome | null;
  /** Why it failed or was declined. */
  reason: string | null;
}

@ApiSchema({ description: 'An HTTP call of a connection test.' })
export class ConnectionTestCallDto {
  /** The HTTP method. */
  method: string;
  /** The URL without the query. */
  url: string;
  /** HTTP status of the response; null without one. */
  @Int() status: number | null;
  /** Why there was no valid response. */
  error: string | null;
  /** Milliseconds until the full response or the error. */
  @Int() duration_ms: number;
}

@ApiSchema({ description: 'The result of a connection test. It moves no freight.' })
export class TestedConnectionDto {
  /** Always `carrier_connection_test`. */
  @Kind('carrier_connection_test') object: 'carrier_connection_test';
  /** The connection’s id. */
  @Int() connection_id: number;
  /** The carrier’s SCAC. */
  carrier: string;
  /** True if the rate request worked; null if the carrier has no rate API, so nothing was tested. */
  works: boolean | null;
  /** One result for each operation of the adapter. */
  checks: ConnectionCheckDto[];
  /** The HTTP calls in order, including token requests. */
  calls: ConnectionTestCallDto[];
}

export class CarrierConnectionListQuery extends ForwardPageQuery {}
