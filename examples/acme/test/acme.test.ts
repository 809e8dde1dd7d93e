import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ApiKeysService } from 'lading';
import { startTestLading, type TestLading } from 'lading/testing';
import { AcmeModule } from '../src/acme.module.js';

interface Answer {
  status: number;
  body: any;
}

describe('the Acme extension', () => {
  let lading: TestLading;

  before(async () => {
    lading = await startTestLading({ extensions: [AcmeModule] });
  });
  after(() => lading.close());

  const call = async (
    method: string,
    path: string,
    body?: object,
    key = lading.testKey,
    headers = {},
  ): Promise<Answer> => {
    const response = await fetch(`${lading.url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, body: isJson ? await response.json() : await response.text() };
  };
  const add = async (name: string) => (await call('POST', '/api/v1/acme-things', { name })).body.id as number;

  it('creates one thing for repeated requests with one Idempotency-Key and lists it', async () => {
    const key = { 'Idempotency-Key': 'jack-1' };
    const first = await call('POST', '/api/v1/acme-things', { name: 'Pallet jack' }, lading.testKey, key);
    const again = await call('POST', '/api/v1/acme-things', { name: 'Pallet jack' }, lading.testKey, key);
    assert.equal(first.status, 201);
    assert.deepEqual(again.body, first.body);
    const { body } = await call('GET', '/api/v1/acme-things');
    assert.deepEqual(body, {
      object: 'list',
      url: '/api/v1/acme-things',
      data: [first.body],
      has_more: false,
    });
  });

  it('hides a thing from the other mode and requires the scope of the operation', async () => {
    await add('Strap');
    assert.deepEqual((await call('GET', '/api/v1/acme-things', undefined, lading.liveKey)).body.data, []);
    assert.equal((await call('GET', '/api/v1/acme-things', undefined, 'none')).status, 401);
    const keys = lading.app.get(ApiKeysService);
    const { key } = await keys.create(lading.organizationId, 'test', { scopes: ['acme-things.read'] });
    assert.equal((await call('GET', '/api/v1/acme-things', undefined, key)).status, 200);
    assert.equal((await call('POST', '/api/v1/acme-things', { name: 'x' }, key)).status, 403);
  });

  it('rejects a body without a name, with the error envelope of Lading', async () => {
    const { status, body } = await call('POST', '/api/v1/acme-things', {});
    assert.equal(status, 400);
    assert.equal(body.error.param, 'name');
  });

  it('rejects a second sale of a thing and publishes acme_thing.sold', async () => {
    const id = await add('Forklift');
    assert.equal((await call('POST', `/api/v1/acme-things/${id}/sell`)).body.sold, true);
    const { status, body } = await call('POST', `/api/v1/acme-things/${id}/sell`);
    assert.equal(status, 422);
    assert.equal(body.error.code, 'acme_thing_sold');
    const simulated = await call('POST', '/api/v1/sandbox/simulate/acme_thing.sold');
    assert.equal(simulated.status, 200);
  });

  it('appears in the OpenAPI document and on the error page', async () => {
    const document = (await call('GET', '/openapi.json')).body;
    assert.deepEqual(document.paths['/api/v1/acme-things'].post.tags, ['Acme things']);
    assert.ok(document.tags.some(({ name }: { name: string }) => name === 'Acme things'));
    assert.ok('acme_thing.sold' in document.webhooks);
    assert.match((await call('GET', '/docs/errors')).body, /id="acme_thing_sold"/);
  });

  it('prints a packing list as a PDF', async () => {
    const { status, body } = await call('GET', `/api/v1/acme-things/${await add('Crate')}/packing-list/pdf`);
    assert.equal(status, 200);
    assert.match(body, /^%PDF/);
  });

  it('verifies addresses of its own yard', async () => {
    const address = { address: '1 Acme Yard', city: 'Cicero', state: 'IL', zip: '60804' };
    const { body } = await call('POST', '/api/v1/addresses/validate', address, lading.liveKey);
    assert.equal(body.valid, true);
    assert.match(body.messages.join(' '), /Verified by Acme/);
  });

  it('loses its test data with a sandbox reset', async () => {
    await add('Chain');
    assert.equal((await call('POST', '/api/v1/sandbox/reset')).status, 200);
    assert.deepEqual((await call('GET', '/api/v1/acme-things')).body.data, []);
  });
});
