import type { Request, Response } from 'express';
import { toJsonText } from '../../tenancy/json-text.js';
import { Page, MAX_PAGE_BYTES } from '../../tenancy/page.js';
import { buildResponseBody } from './response.interceptor.js';
import { getRequestContext } from './request-context.js';

/** To make one holds the process for milliseconds. */
const LARGE_RESPONSE_BYTES = 256 * 1024;

/** A body that is JSON already: it goes out as it is. */
export class SerializedJson {
  constructor(readonly text: string) {}
}

/**
 * Replaces Express's `response.json`: every answer leaves through here, in its envelope and shape. Head and body go out
 * as one string in one write; Express's own way copies the body and looks for caches that this service doesn't have.
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
  // What a POST made of one request shares much: the lines of its quotes.
  const text = response.req.method === 'POST' ? toJsonText(body as object) : JSON.stringify(body);
  // A list with fields of its own isn't paged, or its lines are small.
  if (text.length <= MAX_PAGE_BYTES || !(value instanceof Page) || Object.keys(value.extra).length > 0)
    return text;
  return JSON.stringify(buildResponseBody(value.light(), response.req as Request, response));
}
