import type { CarrierConnection } from './carrier-connection.entity.js';
import type { ConnectionTestResult } from './connection-test.service.js';
import type { CarrierConnectionDto, TestedConnectionDto, ConnectionCheckDto } from './connections.dto.js';

export function toConnectionDto(
  { id, mode, adapter, scac, carrierName, createdAt, updatedAt }: CarrierConnection,
  settingsSet: string[] | null,
): CarrierConnectionDto {
  return {
    object: 'carrier_connection',
    id,
    mode,
    adapter,
    scac,
    carrier_name: carrierName,
    settings_set: settingsSet,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
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
    calls: calls.map(({ method, url, status, fault, durationMs }) => ({
      method,
      url,
      status,
      error: fault,
      duration_ms: durationMs,
    })),
  };
}
