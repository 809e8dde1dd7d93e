import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { GuidesBuild } from '../../src/app/guides/guides-build.js';
import { startApp, type TestApp } from '../support/app.js';
import { buildGuides } from '../support/build-if-stale.js';
import { eventually } from '../support/eventually.js';

const MINUTES = 60_000;

describe('the guides', () => {
  let app: TestApp;

  beforeAll(async () => {
    buildGuides();
    app = await startApp({ RATE_LIMIT_ENABLED: 'false' });
  }, 5 * MINUTES);
  afterAll(() => app.close());

  it('return 503 with Retry-After while they are being built, and 200 afterward', async () => {
    const build = app.app.get(GuidesBuild);
    const state = jest.spyOn(build, 'state', 'get').mockReturnValue('running');
    const page = await app.client().get('/guides/').set('Accept', 'text/html').expect(503);
    expect(page.headers['retry-after']).toBe('10');
    expect(page.text).toContain('being built');
    const { body } = await app.client().get('/guides').set('Accept', 'application/json').expect(503);
    expect(body.error.code).toBe('service_unavailable');
    state.mockRestore();
    build.start();
    await eventually(() => build.state === 'done');
    await app.client().get('/guides/').expect(200);
  });

  it('allow scripts of their own origin and the inline scripts of their pages only', async () => {
    const { text, headers } = await app.client().get('/guides/how-to/operating').expect(200);
    const policy = headers['content-security-policy']!;
    expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/]+=')+;/);
    expect(text).not.toMatch(/<(script|link|img)[^>]+(src|href)="(https?:)?\/\//);
  });

  it('are compressed, and their assets immutable', async () => {
    const { text, headers } = await app
      .client()
      .get('/guides/')
      .set('Accept-Encoding', 'br, gzip')
      .expect(200);
    expect(headers['content-encoding']).toBe('br');
    expect(headers['cache-control']).toBe('no-cache');
    const [asset] = /\/guides\/assets\/[^"]+\.js/.exec(text)!;
    const { headers: sent } = await app.client().get(asset).expect(200);
    expect(sent['cache-control']).toContain('immutable');
  });

  it('redirect to the trailing slash, and have a page for unknown paths', async () => {
    const { headers } = await app.client().get('/guides').expect(301);
    expect(headers.location).toBe('./guides/');
    const missing = await app.client().get('/guides/none').set('Accept', 'text/html').expect(404);
    expect(missing.headers['content-type']).toContain('text/html');
    for (const path of ['/guides/.built', '/guides/%2e%2e/package.json', '/guides/assets/none.js']) {
      const { body } = await app.client().get(path).set('Accept', 'application/json').expect(404);
      expect(body.error.code).toBe('route_missing');
    }
  });
});
