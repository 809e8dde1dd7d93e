import type { Request, Response } from 'express';
import { Page, MAX_PAGE_BYTES } from '../../tenancy/page.js';
import { buildResponseBody } from './response.interceptor.js';
import { getRequestContext } from './request-context.js';

/** Building a response of this size blocks the event loop for milliseconds. */
const LARGE_RESPONSE_BYTES = 256 * 1024;

export class SerializedJson {
  constructor(readonly text: string) {}
}

/**
 * Replaces Express's `response.json`. Adds the envelope and the shape, and writes head and body at once: Express's own
 * version copies the body and computes an ETag.
 */
export function sendJson(this: Response, value: unknown): Response {
  const text = value instanceof SerializedJson ? value.text : serializeBody(value, this);
  this.setHeader('Content-Type', 'application/json; charset=utf-8');
  this.setHeader('Content-Length', Buffer.byteLength(text));
  if (text.length >= LARGE_RESPONSE_BYTES) getRequestContext()?.onLargeResponse?.();
  return this.end(text);
}

function serializeBody(value: unknown, response: Response): string {
  if (response.statusCode >= 400) return JSON.stringify(value);
  const body = buildResponseBody(value, response.req as Request, response);
  const text = JSON.stringify(body);
  // A list with extra fields is not paged, or has small rows.
  if (text.length <= MAX_PAGE_BYTES || !(value instanceof Page) || Object.keys(value.extra).length > 0)
    return text;
  return JSON.stringify(buildResponseBody(value.light(), response.req as Request, response));
}
