import { isUtf8 } from 'node:buffer';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import express, { type Request, type Response } from 'express';
import { yieldToEventLoop } from '../contract/request-signal.js';
import { hasOptionalBody } from '../contract/handler-options.js';
import { ApiError } from '../errors/api-error.js';
import type { ErrorCode } from '../errors/errors.js';
import { getRawBodyOptions, readRawBody } from './raw-body.js';

export const MAX_BODY_BYTES = 256 * 1024;
/** Bodies of this size or more yield to the event loop between parsing and validation. */
export const LARGE_BODY_BYTES = 32 * 1024;
const MAX_DEPTH = 32;

const OPENING_BRACKETS = new Set([0x5b, 0x7b]);
const CLOSING_BRACKETS = new Set([0x5d, 0x7d]);
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Returns the nesting depth of a JSON text without parsing it. */
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
      message: `The request body is nested deeper than ${MAX_DEPTH} levels.`,
    });
  }
}

const PROTOTYPE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

// Drops these keys, so that no later copy of the object can change a prototype.
function dropPrototypeKeys(key: string, value: unknown): unknown {
  return PROTOTYPE_KEYS.has(key) ? undefined : value;
}

const jsonBodyParser = express.json({
  limit: MAX_BODY_BYTES,
  strict: false,
  // The guard has checked the content type. express.json alone would skip `+json` types.
  type: () => true,
  verify: assertSafeBody,
  reviver: dropPrototypeKeys,
});

function hasBody(request: Request): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > 0;
}

const PARSER_ERRORS: Record<string, ErrorCode> = {
  'entity.too.large': 'payload_too_large',
  'charset.unsupported': 'unsupported_media_type',
};

/** Maps every other error of a body to 400, because decompressors throw errors without a `type`. */
function toParserError(error: Error & { type?: string; status?: number }): Error {
  if (error instanceof ApiError) return error;
  if (error.type === 'encoding.unsupported') {
    const message =
      'The Content-Encoding is not supported. Send the body uncompressed, or use gzip or deflate.';
    return new ApiError('unsupported_media_type', { message });
  }
  const code = PARSER_ERRORS[error.type ?? ''];
  if (code) return new ApiError(code);
  return error.status === 400 ? new ApiError('invalid_json') : error;
}

/**
 * Parses a JSON body of at most 256 KiB, UTF-8 and 32 levels. A guard, so that it runs after KeyGuard and reads nothing
 * for an unauthenticated caller.
 * @throws ApiError invalid_json, payload_too_large, unsupported_media_type
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
