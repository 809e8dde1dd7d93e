import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { callOut } from './http-client.js';

describe('callOut', () => {
  let server: Server;
  let url: string;
  let answers: { status: number; text: string }[];
  let asked: number;

  beforeAll(async () => {
    server = createServer((_request, response) => {
      const { status, text } = answers[Math.min(asked++, answers.length - 1)]!;
      response.writeHead(status).end(text);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  beforeEach(() => {
    asked = 0;
  });
  afterAll(() => void server.close());

  const call = (method: string, safe: boolean) =>
    callOut({ method, url, safe, signal: AbortSignal.timeout(10_000) });
  const good = { status: 200, text: '{"net":1}' };
  const html = { status: 200, text: '<html>' };

  it.each([
    ['HTML', html],
    ['a truncated answer', { status: 200, text: '{"net":' }],
    ['an empty answer', { status: 200, text: '' }],
    ['a 500', { status: 500, text: '{}' }],
  ])('repeats a repeatable call once after %s', async (_name, first) => {
    answers = [first, good];
    expect(await call('POST', true)).toMatchObject({ status: 200, body: { net: 1 }, rows: null });
    expect(asked).toBe(2);
  });

  it.each([
    ['if it is not repeatable', 'POST', false, html],
    ['if it is a DELETE', 'DELETE', true, { status: 200, text: '' }],
    ['if the response is an empty 204', 'POST', true, { status: 204, text: '' }],
    ['if the response is a 404', 'POST', true, { status: 404, text: 'Not found' }],
    ['if the response is an empty object', 'GET', true, { status: 200, text: '{}' }],
  ])('sends a call once %s', async (_name, method, safe, answer) => {
    answers = [answer];
    expect(await call(method, safe)).toMatchObject({ status: answer.status, body: {}, rows: null });
    expect(asked).toBe(1);
  });

  it('reads XML, and repeats a repeatable call once after a response that is not XML', async () => {
    answers = [good, { status: 200, text: '<Response><Code/><Pro>0123</Pro></Response>' }];
    const request = { method: 'POST', url, safe: true, xml: true, signal: AbortSignal.timeout(10_000) };
    expect(await callOut(request)).toMatchObject({ body: { Response: { Code: '', Pro: '0123' } } });
    expect(asked).toBe(2);
    answers = [good];
    expect(await callOut({ ...request, safe: false })).toMatchObject({ body: {}, rows: null, empty: false });
  });

  it('limits a response to 2 MB, or 20 MB with files', async () => {
    answers = [{ status: 200, text: JSON.stringify({ file: 'x'.repeat(2_000_000) }) }];
    await expect(call('POST', false)).rejects.toThrow('its response is longer than 2000000 bytes');
    const request = { url, files: true, signal: AbortSignal.timeout(10_000) };
    expect((await callOut(request)).body).toEqual({ file: 'x'.repeat(2_000_000) });
  });

  it('never sends a third attempt', async () => {
    answers = [html];
    expect((await call('GET', true)).body).toEqual({});
    expect(asked).toBe(2);
  });
});
