import type { ApiRequest } from './api-request.entity.js';
import type { LoggedRequestDto } from './requests.dto.js';

/** A request as the API shows it. */
export function toLoggedRequestDto(request: ApiRequest): LoggedRequestDto {
  return {
    object: 'request',
    id: request.id,
    request_id: request.requestId,
    key_id: request.keyId,
    member_id: request.memberId,
    method: request.method,
    path: request.path,
    outcome: request.outcome,
    status: request.status,
    error_code: request.errorCode,
    idempotency_key: request.idempotencyKey,
    duration_ms: request.durationMs,
    created_at: request.createdAt.toISOString(),
  };
}
