import { isUtf8 } from 'node:buffer';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import express, { type Request, type Response } from 'express';
import { yieldToEventLoop } from '../contract/request-signal.js';
import { hasOptionalBody } from '../contract/optional-body.js';
import { ApiError } from '../errors/api-error.js';
import type { ErrorCode } from '../errors/errors.js';
import { getRawBodyOptions, readRawBody } from './raw-body.js';

export const MAX_BODY_BYTES = 256 * 1024;
/** From here on others have their turn between parsing it and checking it. */
export const LARGE_BODY_BYTES = 32 * 1024;
const MAX_DEPTH = 32;

const OPENING_BRACKETS = new Set([0x5b, 0x7b]);
const CLOSING_BRACKETS = new Set([0x5d, 0x7d]);
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** How deeply a JSON text nests, read without building it. */
function measureDepth(json: Buffer): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < json.length; index++) {
    const byte = json[index]!;
    if (inString) {
      if (byte === BACKSLASH) index++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (OPENING_BRACKETS.has(byte)) deepest = Math.max(deepest, ++depth);
    else if (CLOSING_BRACKETS.has(byte)) depth--;
  }
  return deepest;
}

function assertSafeBody(_request: unknown, _response: unknown, body: Buffer, charset: string): void {
  if (charset !== 'utf-8') throw new ApiError('unsupported_media_type');
  if (!isUtf8(body)) throw new ApiError('invalid_json', { message: 'The request body is not valid UTF-8.' });
  if (measureDepth(body) > MAX_DEPTH) {
    throw new ApiError('invalid_json', {
      message: `The request body nests deeper than ${MAX_DEPTH} levels.`,
    });
  }
}

const PROTOTYPE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** Such keys are dropped, so that no later copy of the object can change a prototype. */
function dropPrototypeKeys(key: string, value: unknown): unknown {
  return PROTOTYPE_KEYS.has(key) ? undefined : value;
}

const jsonBodyParser = express.json({
  limit: MAX_BODY_BYTES,
  strict: false,
  // The guard has looked at the content type already; express.json alone would leave `+json` types unread.
  type: () => true,
  verify: assertSafeBody,
  reviver: dropPrototypeKeys,
});

function hasBody(request: Request): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > 0;
}

/** What the parser says of a body that isn't the client's JSON, by its `type`. */
const PARSER_ERRORS: Record<string, ErrorCode> = {
  'entity.too.large': 'payload_too_large',
  'encoding.unsupported': 'unsupported_media_type',
  'charset.unsupported': 'unsupported_media_type',
};

/** Any other fault of a body is 400, also one without a `type`: the decompressors throw their own errors. */
function toParserError(error: Error & { type?: string; status?: number }): Error {
  if (error instanceof ApiError) return error;
  const code = PARSER_ERRORS[error.type ?? ''];
  if (code) return new ApiError(code);
  return error.status === 400 ? new ApiError('invalid_json') : error;
}

/**
 * Parses a JSON body: at most 256 KiB, UTF-8, 32 levels deep; anything else is 400, 413 or 415.
 * A guard, so that it comes after the key guard: nothing is read for a caller who may not call.
 */
@Injectable()
export class JsonBodyGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request & { body: unknown }>();
    const raw = getRawBodyOptions(context);
    if (raw) {
      await readRawBody(request, context.switchToHttp().getResponse<Response>(), raw);
      return true;
    }
    if (!hasBody(request)) {
      request.body = {};
      return true;
    }
    if (!request.is(['application/json', 'application/*+json'])) throw new ApiError('unsupported_media_type');
    await new Promise<void>((resolve, reject) => {
      jsonBodyParser(request, context.switchToHttp().getResponse<Response>(), (error?: unknown) =>
        error ? reject(toParserError(error as Error)) : resolve(),
      );
    });
    if (Number(request.headers['content-length']) >= LARGE_BODY_BYTES) await yieldToEventLoop();
    if (request.body === null && hasOptionalBody(context)) request.body = {};
    const body: unknown = request.body;
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      throw new ApiError('invalid_json', { message: 'The request body must be a JSON object.' });
    }
    return true;
  }
}
