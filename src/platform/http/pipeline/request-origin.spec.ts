import { describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import { classifyOrigin } from './request-origin.js';

const of = (headers: object, publicUrl: string) => classifyOrigin({ headers } as Request, publicUrl);

describe('the page that a request comes from', () => {
  it.each([
    ['the public address', 'https://a.example', 'own'],
    ['the host in the clear', 'http://a.example', 'foreign'],
    ['another host', 'https://b.example', 'foreign'],
    ['the address that was asked', 'https://inner.example:8443', 'own'],
    ['that one in the clear', 'http://inner.example:8443', 'foreign'],
    ['nowhere', 'null', 'foreign'],
  ])('is judged with its scheme where the public address is HTTPS: %s', (_name, origin, expected) => {
    expect(of({ origin, host: 'inner.example:8443' }, 'https://a.example')).toBe(expected);
  });

  it('may be in the clear where the public address is', () => {
    expect(of({ origin: 'http://a.example', host: 'a.example' }, 'http://localhost:3000')).toBe('own');
  });
});
