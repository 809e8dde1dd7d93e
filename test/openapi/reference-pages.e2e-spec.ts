import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { startApp, type TestApp } from '../support/app.js';

describe('the pages of the interface', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it.each([
    ['/openapi.json', 'application/json; charset=utf-8'],
    ['/openapi.yaml', 'application/yaml'],
    ['/docs/errors', 'text/html; charset=utf-8'],
  ])('%s is the same text each time, and 304 to who has it', async (path, type) => {
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

  it('are as wide as a phone there', async () => {
    const { text: page } = await app.client().get('/docs').expect(200);
    expect(page).toContain("src='./docs/viewport.js'");
    for (const path of ['/docs/viewport.js', '/docs/errors']) {
      const { text } = await app.client().get(path).expect(200);
      expect(text).toContain('<meta name="viewport" content="width=device-width');
    }
  });

  it('say the same in both notations', async () => {
    const { body } = await app.client().get('/openapi.json').expect(200);
    const yaml = await fetch(`${app.url}/openapi.yaml`);
    expect(parse(await yaml.text())).toEqual(body);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(body.info.version).toBe(version);
  });
});
