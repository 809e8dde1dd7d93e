import type { Request, Response } from 'express';
import { composeBody } from './answer.interceptor.js';

/**
 * Replaces Express's `response.json`: every answer leaves through here, in its envelope and shape. Head and body go out
 * as one string in one write; Express's own way copies the body and looks for caches that this service doesn't have.
 */
export function sendJson(this: Response, value: unknown): Response {
  const text = JSON.stringify(this.statusCode < 400 ? composeBody(value, this.req as Request, this) : value);
  this.setHeader('Content-Type', 'application/json; charset=utf-8');
  this.setHeader('Content-Length', Buffer.byteLength(text));
  return this.end(text);
}
