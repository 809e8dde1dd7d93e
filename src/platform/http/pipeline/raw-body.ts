import { finished } from 'node:stream';
import { applyDecorators, SetMetadata, type ExecutionContext } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ApiError } from '../errors/api-error.js';
import { assertClientConnected, onResponseClose } from '../contract/request-signal.js';
import { waitForFileTurn } from './file-queue.js';

const RAW_BODY = 'raw-body';

export interface RawBodyOptions {
  types: string[];
  maxBytes: number;
  /** The name of the file in messages and in the document, e.g. `The logo`. */
  what: string;
  /**
   * How many of these files a process handles at once, from the first byte to the response; one organization may use
   * half of them. Unlimited by default.
   */
  atOnce?: number;
  /** True if the organization's other files wait, from the last byte to the response. */
  isExclusive?: boolean;
}

const uploadsInProgress = new Map<RawBodyOptions, (number | undefined)[]>();
const RETRY_AFTER_SECONDS = 5;

/** Declares a handler whose `@Body() bytes: Buffer` is an uploaded file. */
export function RawBody(options: RawBodyOptions): MethodDecorator {
  const { types, what } = options;
  return applyDecorators(
    SetMetadata(RAW_BODY, options),
    ApiConsumes(...types),
    ApiBody({ description: `${what}, as raw bytes.`, schema: { type: 'string', format: 'binary' } }),
  );
}

export function getRawBodyOptions(context: ExecutionContext): RawBodyOptions | undefined {
  return Reflect.getMetadata(RAW_BODY, context.getHandler()) as RawBodyOptions | undefined;
}

function reserveUploadSlot(request: Request, response: Response, options: RawBodyOptions): void {
  const { atOnce } = options;
  if (atOnce === undefined) return;
  assertClientConnected(response);
  const owner = findOrganizationId(request);
  const owners = uploadsInProgress.get(options) ?? [];
  uploadsInProgress.set(options, owners);
  const ownCount = owners.filter((other) => other === owner).length;
  if (owners.length >= atOnce || ownCount >= Math.ceil(atOnce / 2))
    throw new ApiError('upload_busy', { headers: { 'Retry-After': `${RETRY_AFTER_SECONDS}` } });
  owners.push(owner);
  onResponseClose(response, () => owners.splice(owners.indexOf(owner), 1));
}

function findOrganizationId(request: Request): number | undefined {
  return (request as Request & { caller?: { organizationId: number } }).caller?.organizationId;
}

/**
 * Reads the file into `request.body`.
 * @throws ApiError unsupported_media_type, payload_too_large, invalid_value, upload_busy, service_unavailable
 */
export async function readRawBody(
  request: Request,
  response: Response,
  options: RawBodyOptions,
): Promise<void> {
  const { types, maxBytes, what } = options;
  if (!request.is(types)) {
    const message = `The request body must be ${types.join(' or ')}. Set Content-Type.`;
    throw new ApiError('unsupported_media_type', { message });
  }
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding !== 'identity') {
    const message = `Content-Encoding ${encoding} is not supported. Send the body uncompressed.`;
    throw new ApiError('unsupported_media_type', { message });
  }
  reserveUploadSlot(request, response, options);
  const bytes = await readBytes(request, maxBytes).catch(() => {
    throw new ApiError('invalid_value', { message: `${what} arrived incomplete. Send it again.` });
  });
  if (!bytes) {
    const message = `${what} is larger than ${maxBytes / 1024} KiB.`;
    throw new ApiError('payload_too_large', { message });
  }
  request.body = bytes;
  if (options.isExclusive) await waitForFileTurn(findOrganizationId(request), response);
}

/**
 * Returns the bytes, or null if they exceed `maxBytes`; the rest is then discarded. Allocates one buffer in advance,
 * because joining the chunks of a large file would block the event loop.
 * @throws Error if the client aborts
 */
function readBytes(request: Request, maxBytes: number): Promise<Buffer | null> {
  const declared = request.headers['content-length'];
  const size = declared === undefined ? maxBytes : Number(declared);
  const bytes = Buffer.allocUnsafeSlow(size > maxBytes ? 0 : size);
  let received = 0;
  return new Promise((resolve, reject) => {
    if (size > maxBytes) resolve(null);
    request.on('data', (chunk: Buffer) => {
      if (received + chunk.length > bytes.length) resolve(null);
      else chunk.copy(bytes, received);
      received += chunk.length;
    });
    finished(request, (error) => (error ? reject(error) : resolve(bytes.subarray(0, received))));
  });
}
