import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from './api-error.js';
import type { ErrorCode } from './errors.js';

/** Codes of Node's HTTP parser. */
const NODE_ERROR_CODES: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Returns `req_` and 32 hex digits. */
export function newRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`;
}

/** Answers a `clientError`, for which Node has no request object, with an error body and closes the connection. */
export function sendMalformedRequestError(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  publicUrl: string,
): void {
  const hasResponded = (socket as { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent;
  if (error.code === 'ECONNRESET' || !socket.writable || hasResponded) {
    socket.destroy();
    return;
  }
  const requestId = newRequestId();
  const apiError = new ApiError(NODE_ERROR_CODES[error.code ?? ''] ?? 'malformed_request');
  const { status } = apiError.spec;
  const body = JSON.stringify(apiError.toBody({ requestId, publicUrl }));
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
