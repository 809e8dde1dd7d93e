import { finished } from 'node:stream';
import { applyDecorators, SetMetadata, type ExecutionContext } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ApiError } from '../errors/api-error.js';
import { assertClientConnected, onResponseClose } from './response-close.js';

const RAW_BODY = 'raw-body';

export interface RawBodyOptions {
  /** The content types that are taken. */
  types: string[];
  maxBytes: number;
  /** What the bytes are, for the document and for refusals: `The logo`. */
  what: string;
  /** How many of them this process has in hand at once, where they are large, half of them of one organization; the next is 503. */
  atOnce?: number;
}

/** Who holds files in hand, from their first byte to the end of the answer. */
const uploadsInProgress = new Map<RawBodyOptions, (number | undefined)[]>();
const RETRY_AFTER_SECONDS = 5;

/** For a handler whose body is a file: `@Body() bytes: Buffer` are the bytes as they were sent. */
export function RawBody(options: RawBodyOptions): MethodDecorator {
  const { types, what } = options;
  return applyDecorators(
    SetMetadata(RAW_BODY, options),
    ApiConsumes(...types),
    ApiBody({ description: `${what}: the bytes of the file.`, schema: { type: 'string', format: 'binary' } }),
  );
}

export function getRawBodyOptions(context: ExecutionContext): RawBodyOptions | undefined {
  return Reflect.getMetadata(RAW_BODY, context.getHandler()) as RawBodyOptions | undefined;
}

/** @throws ApiError upload_busy */
function reserveUploadSlot(request: Request, response: Response, options: RawBodyOptions): void {
  const { atOnce } = options;
  if (atOnce === undefined) return;
  assertClientConnected(response);
  const owner = (request as Request & { caller?: { organizationId: number } }).caller?.organizationId;
  const owners = uploadsInProgress.get(options) ?? [];
  uploadsInProgress.set(options, owners);
  const own = owners.filter((other) => other === owner).length;
  if (owners.length >= atOnce || own >= Math.ceil(atOnce / 2))
    throw new ApiError('upload_busy', { headers: { 'Retry-After': `${RETRY_AFTER_SECONDS}` } });
  owners.push(owner);
  onResponseClose(response, () => owners.splice(owners.indexOf(owner), 1));
}

/** Reads the file into `request.body`. @throws ApiError unsupported_media_type, payload_too_large, invalid_value, upload_busy */
export async function readRawBody(
  request: Request,
  response: Response,
  options: RawBodyOptions,
): Promise<void> {
  const { types, maxBytes, what } = options;
  if (!request.is(types)) {
    const message = `The request body must be ${types.join(' or ')}.`;
    throw new ApiError('unsupported_media_type', { message });
  }
  if ((request.headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity')
    throw new ApiError('unsupported_media_type');
  reserveUploadSlot(request, response, options);
  const bytes = await readBytes(request, maxBytes).catch(() => {
    throw new ApiError('invalid_value', { message: `${what} did not arrive whole.` });
  });
  if (!bytes) {
    const message = `${what} is larger than ${maxBytes / 1024} KiB.`;
    throw new ApiError('payload_too_large', { message });
  }
  request.body = bytes;
}

/**
 * What arrives, or null where that is too much: then the rest is thrown away as it comes. Room is set aside for all of it
 * before: to join the parts of a large file in the end would hold everybody up. @throws Error when the client breaks off
 */
function readBytes(request: Request, maxBytes: number): Promise<Buffer | null> {
  const declared = request.headers['content-length'];
  const room = declared === undefined ? maxBytes : Number(declared);
  const bytes = Buffer.allocUnsafeSlow(room > maxBytes ? 0 : room);
  let arrived = 0;
  return new Promise((resolve, reject) => {
    if (room > maxBytes) resolve(null);
    request.on('data', (part: Buffer) => {
      if (arrived + part.length > bytes.length) resolve(null);
      else part.copy(bytes, arrived);
      arrived += part.length;
    });
    finished(request, (error) => (error ? reject(error) : resolve(bytes.subarray(0, arrived))));
  });
}
