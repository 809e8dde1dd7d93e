import type { CarrierCall } from './carrier-call.entity.js';
import type { CarrierCallDto } from './carrier-calls.dto.js';

/** A call as the API shows it. */
export function toCarrierCallDto(call: CarrierCall): CarrierCallDto {
  return {
    object: 'carrier_call',
    id: call.id,
    carrier: call.scac,
    operation: call.operation,
    outcome: call.outcome,
    method: call.method,
    url: call.url,
    request: call.request,
    response_status: call.responseStatus,
    response_body: call.answer,
    duration_ms: call.durationMs,
    error: call.error,
    created_at: call.createdAt.toISOString(),
  };
}
