import { describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import { classifyOrigin } from './request-origin.js';

const of = (headers: object, publicUrl: string) => classifyOrigin({ headers } as Request, publicUrl);

describe('the origin of a request', () => {
  it.each([
    ['the public address', 'https://a.example', 'own'],
    ['the public host over HTTP', 'http://a.example', 'foreign'],
    ['another host', 'https://b.example', 'foreign'],
    ['the requested host', 'https://inner.example:8443', 'own'],
    ['the requested host over HTTP', 'http://inner.example:8443', 'foreign'],
    ['nowhere', 'null', 'foreign'],
  ])('must use HTTPS if the public address does: %s', (_name, origin, expected) => {
    expect(of({ origin, host: 'inner.example:8443' }, 'https://a.example')).toBe(expected);
  });

  it('may use HTTP if the public address does', () => {
    expect(of({ origin: 'http://a.example', host: 'a.example' }, 'http://localhost:3000')).toBe('own');
  });
});
