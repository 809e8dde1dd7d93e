import { toDto } from '../../platform/http/contract/case-mapper.js';
import type { CarrierConnection } from './carrier-connection.entity.js';
import type { ConnectionTestResult } from './connection-test.service.js';
import {
  CarrierConnectionDto,
  type TestedConnectionDto,
  type ConnectionCheckDto,
} from './connections.dto.js';

export function toConnectionDto(
  connection: CarrierConnection,
  settingNames: string[] | null,
): CarrierConnectionDto {
  return toDto(CarrierConnectionDto, connection, {
    object: 'carrier_connection',
    settings_set: settingNames,
  });
}

export function toTestedConnectionDto(
  id: number,
  { carrier, rate: { outcome, reason }, operations, calls }: ConnectionTestResult,
): TestedConnectionDto {
  const proved = outcome === 'rated' || outcome === 'declined';
  const checks = operations.map((operation): ConnectionCheckDto => {
    if (operation !== 'rate') return { operation, status: 'not_tried', outcome: null, reason: null };
    return { operation, status: proved ? 'works' : 'failed', outcome, reason };
  });
  return {
    object: 'carrier_connection_test',
    connection_id: id,
    carrier,
    works: operations.includes('rate') ? proved : null,
    checks,
    calls: calls.map(({ fault: error, durationMs: duration_ms, ...call }) => ({
      ...call,
      error,
      duration_ms,
    })),
  };
}
