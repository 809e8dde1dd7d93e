import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { startApp, type TestApp } from '../support/app.js';
import { buildReference } from '../support/build-if-stale.js';

interface FetchedPage {
  headers: Headers;
  /** The size before decompression. */
  bytes: number;
}

describe('the API documentation pages', () => {
  let app: TestApp;

  beforeAll(async () => {
    buildReference();
    app = await startApp();
  });
  afterAll(() => app.close());

  async function fetchEncoded(path: string, encoding: string): Promise<FetchedPage> {
    const { headers } = await fetch(app.url + path, { headers: { 'Accept-Encoding': encoding } });
    return { headers, bytes: Number(headers.get('content-length')) };
  }

  it.each([
    ['/openapi.json', 8],
    ['/openapi.yaml', 8],
    ['/docs/swagger-ui-bundle.js', 3],
    ['/docs/swagger-ui.css', 5],
    ['/docs/errors', 3],
    ['/reference', 2],
  ])('%s is sent in the encoding that the client accepts, at most 1/%d of its size', async (path, ratio) => {
    const plain = await fetchEncoded(path, 'identity');
    expect(plain.headers.get('content-encoding')).toBeNull();
    const etags = new Set([plain.headers.get('etag')]);
    for (const encoding of ['br', 'gzip']) {
      const { headers, bytes } = await fetchEncoded(path, `${encoding}, identity;q=0.5`);
      expect(headers.get('content-encoding')).toBe(encoding);
      expect(headers.get('vary')).toContain('Accept-Encoding');
      expect(bytes).toBeLessThan(plain.bytes / ratio);
      etags.add(headers.get('etag'));
    }
    expect(etags.size).toBe(3);
    const both = await fetchEncoded(path, 'gzip, deflate, br');
    expect(both.headers.get('content-encoding')).toBe('br');
    const refused = await fetchEncoded(path, 'br;q=0, gzip;q=0');
    expect(refused.headers.get('content-encoding')).toBeNull();
  });

  it('leave responses of the API uncompressed', async () => {
    const { headers } = await fetchEncoded('/api/v1/carriers', 'gzip, br');
    expect(headers.get('content-encoding')).toBeNull();
  });

  it('/reference allows scripts of its own origin and the one inline script only', async () => {
    const { text, headers } = await app.client().get('/reference').expect(200);
    const policy = headers['content-security-policy']!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]+=';/);
    expect(policy).not.toContain('unsafe-eval');
    const [, script] = /<script src="\.\/([^"]+)"/.exec(text)!;
    const { headers: sent } = await app.client().get(`/${script}`).expect(200);
    expect(sent['cache-control']).toContain('immutable');
    expect(Number(sent['content-length'])).toBeLessThan(1_500_000);
    expect(text).not.toMatch(/(src|href)="(https?:)?\/\//);
  });

  it.each(['/docs', '/reference'])('%s redirects from a trailing slash, below any prefix', async (path) => {
    const { headers } = await app.client().get(`${path}/`).expect(301);
    expect(headers.location).toBe(`..${path}`);
  });

  it('/reference is read-only and has no other files', async () => {
    await app.client().post('/reference').expect(405);
    await app.client().get('/reference/../../package.json').expect(404);
    await app.client().get('/reference/.built').expect(404);
  });

  it.each([
    ['/openapi.json', 'application/json; charset=utf-8'],
    ['/openapi.yaml', 'application/yaml'],
    ['/docs/errors', 'text/html; charset=utf-8'],
  ])('%s is stable across requests and returns 304 for its ETag', async (path, type) => {
    const get = (etag?: string) => {
      const request = app.client().get(path).buffer(true);
      return etag ? request.set('If-None-Match', etag) : request;
    };
    const first = await get().expect(200);
    expect(first.headers['content-type']).toContain(type);
    const again = await get().expect(200);
    expect(again.text).toBe(first.text);
    const { etag } = first.headers as { etag: string };
    expect(again.headers.etag).toBe(etag);
    const same = await get(etag).expect(304);
    expect(same.headers.etag).toBe(etag);
    expect(same.text ?? '').toBe('');
    await get('"another"').expect(200);
  });

  it('set the viewport for phones', async () => {
    const { text: page } = await app.client().get('/docs').expect(200);
    expect(page).toContain("src='./docs/viewport.js'");
    for (const path of ['/docs/viewport.js', '/docs/errors']) {
      const { text } = await app.client().get(path).expect(200);
      expect(text).toContain('<meta name="viewport" content="width=device-width');
    }
  });

  it('are equal in JSON and YAML', async () => {
    const { body } = await app.client().get('/openapi.json').expect(200);
    const yaml = await fetch(`${app.url}/openapi.yaml`);
    expect(parse(await yaml.text())).toEqual(body);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(body.info.version).toBe(version);
  });
});
