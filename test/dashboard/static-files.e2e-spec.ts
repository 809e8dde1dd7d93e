import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { startApp, type TestApp } from '../support/app.js';
import { buildDashboard } from '../support/build-if-stale.js';

const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8';
/** The maximum compressed size of the first page. */
const FIRST_PAGE_BYTES = 200_000;

describe('the dashboard files', () => {
  let app: TestApp;

  beforeAll(async () => {
    buildDashboard();
    app = await startApp();
  }, 120_000);
  afterAll(() => app.close());

  const page = async () => (await app.client().get('/app').expect(200)).text;
  const assets = async () => [...(await page()).matchAll(/\/app\/(assets\/[^"]+)/g)].map(([, path]) => path!);

  it('receive browsers that request /, while other clients go to /docs', async () => {
    const browser = await app.client().get('/').set('Accept', HTML).expect(302);
    expect(browser.headers).toMatchObject({ location: '/app', vary: 'Accept' });
    expect((await app.client().get('/').expect(302)).headers.location).toBe('/docs');
    expect((await app.client().get('/').set('Accept', '*/*').expect(302)).headers.location).toBe('/docs');
  });

  it('return the same page without caching for every path below /app', async () => {
    for (const path of ['/app', '/app/', '/app/shipments/1', '/app/..%2f..%2fpackage.json']) {
      const { headers, text } = await app.client().get(path).expect(200);
      expect(headers['cache-control']).toBe('no-store');
      expect(text).toContain('<div id="root">');
    }
  });

  it('allow only their own scripts, and styles with the nonce of the response', async () => {
    const { headers, text } = await app.client().get('/app').expect(200);
    const policy = headers['content-security-policy']!;
    const nonce = /nonce="([^"]+)"/.exec(text)![1]!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}';`);
    expect(policy).not.toContain('unsafe');
    expect(text).not.toMatch(/<script(?![^>]*\ssrc=)/);
    expect(/nonce="([^"]+)"/.exec(await page())![1]).not.toBe(nonce);
  });

  it('are immutable, cached and compressed assets', async () => {
    for (const path of await assets()) {
      const { headers } = await app.client().get(`/app/${path}`).expect(200);
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-encoding': 'gzip',
        vary: 'Accept-Encoding',
      });
      const plain = await app.client().get(`/app/${path}`).set('Accept-Encoding', 'identity').expect(200);
      expect(plain.headers['content-encoding']).toBeUndefined();
    }
    await app.client().get('/app/assets/index-gone.js').expect(404);
  });

  it('reject methods other than GET and HEAD', async () => {
    const { body, headers } = await app.client().post('/app/shipments').expect(405);
    expect(body.error.code).toBe('method_not_allowed');
    expect(headers.allow).toBe('GET, HEAD');
    await app.client().head('/app').expect(200);
  });

  it('stay below the size limit of the first page', async () => {
    const sizes = await Promise.all(
      (await assets()).map(async (path) => {
        const { text, body } = await app.client().get(`/app/${path}`).expect(200);
        return gzipSync(text ?? body).length;
      }),
    );
    expect(sizes.reduce((sum, size) => sum + size, gzipSync(await page()).length)).toBeLessThan(
      FIRST_PAGE_BYTES,
    );
  });
});
