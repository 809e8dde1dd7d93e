import { randomBytes } from 'node:crypto';
import { expect } from '@jest/globals';
import type { Response } from 'supertest';

export const newIdempotencyKey = (): string => randomBytes(8).toString('hex');

/** Expects the first response byte for byte, marked as a replay. */
export function expectReplay(again: Response, first: Response): void {
  expect(again.status).toBe(first.status);
  expect(again.text).toBe(first.text);
  expect(again.headers.location).toBe(first.headers.location);
  expect(again.headers['content-type']).toBe(first.headers['content-type']);
  expect(again.headers.vary).toBe(first.headers.vary);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(first.headers).not.toHaveProperty('idempotent-replayed');
}
