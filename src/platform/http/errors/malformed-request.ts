import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from './api-error.js';
import type { ErrorCode } from './errors.js';

/** What Node says of a request that it can't read, by its code; anything else is no HTTP. */
const NODE_ERROR_CODES: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** A new request's id: `req_` and 32 hex digits. */
export function newRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`;
}

/** Answers what `clientError` tells of: a request that never became one gets the error body of the interface too, then the connection ends. */
export function sendMalformedRequestError(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  publicUrl: string,
): void {
  const answered = (socket as { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent;
  if (error.code === 'ECONNRESET' || !socket.writable || answered) {
    socket.destroy();
    return;
  }
  const requestId = newRequestId();
  const refusal = new ApiError(NODE_ERROR_CODES[error.code ?? ''] ?? 'malformed_request');
  const { status } = refusal.spec;
  const body = JSON.stringify(refusal.toBody({ requestId, publicUrl }));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Request-Id: ${requestId}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
