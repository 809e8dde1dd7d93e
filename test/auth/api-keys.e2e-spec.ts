import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Controller, Get, Post } from '@nestjs/common';
import { Transactions } from '../../src/platform/database/transactions.js';
import { ApiKeysService } from '../../src/platform/auth/api-keys.service.js';
import { AuditLogService } from '../../src/platform/auth/audit-log.service.js';
import { TestModeOnly } from '../../src/platform/auth/key.guard.js';
import { hashKey, generateKey } from '../../src/platform/auth/key-format.js';
import { KeyUsageRecorder } from '../../src/platform/auth/key-usage-recorder.js';
import { ScopeRegistry } from '../../src/platform/auth/scope-registry.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { newQuote, rateRequest } from '../support/factories.js';
import { listDocumentedOperations } from '../support/contract-check.js';

@TestModeOnly()
@Controller('test-only')
class TestOnlyController {
  @Get()
  get(): object {
    return { object: 'test' };
  }

  @Post()
  post(): object {
    return { object: 'test' };
  }
}

const MINUTE = 60_000;

describe('API keys', () => {
  let app: TestApp;
  let org: TestOrganization;
  let keys: ApiKeysService;

  beforeAll(async () => {
    // Runs no worker, whose own queries would count as queries of these requests.
    app = await startApp({ PROCESS_ROLE: 'api' }, [TestOnlyController]);
    org = await app.organization();
    keys = app.app.get(ApiKeysService);
    // The test writes last uses itself, because an automatic flush between two steps would add a query.
    clearInterval(app.app.get(KeyUsageRecorder)['timer']);
  });
  afterAll(() => app.close());

  const statusOf = async (key: string): Promise<number> =>
    (await app.client(key).get('/api/v1/quotes')).status;
  /** Clears the cache: other processes see the change after two seconds. */
  const forget = () => keys['cache'].clear();

  it('are stored as a hash only', async () => {
    const { id, key } = await keys.create(org.id, 'test');
    const [row] = await app.sql.query('SELECT k::text AS text, hash, prefix FROM api_keys k WHERE id = $1', [
      id,
    ]);
    expect(row.hash).toEqual(hashKey(key));
    expect(row.text).not.toContain(key.slice(12));
    expect(key.startsWith(row.prefix)).toBe(true);
    expect(JSON.stringify(await keys.list(org.id))).not.toContain(key.slice(12));
  });

  it('are rejected without a query if malformed', async () => {
    const prepared = jest.spyOn(app.app.get(Transactions), 'prepared');
    const good = org.testKey;
    const near = [
      good.slice(0, -1),
      `${good}x`,
      good.replace('fk_test_', 'fk_live_'),
      good.slice(0, -1) + (good.endsWith('a') ? 'b' : 'a'),
      good.slice(0, 10) + (good[10] === 'a' ? 'b' : 'a') + good.slice(11),
      good.toUpperCase(),
      `fk_test_${'é'.repeat(38)}`,
      'x'.repeat(10_000),
      "fk_test_' OR 1=1 --",
    ];
    for (const key of near) {
      const encoded = Buffer.from(key).toString('latin1');
      expect(await statusOf(encoded)).toBe(401);
    }
    expect(prepared).not.toHaveBeenCalled();
    prepared.mockRestore();
  });

  it.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['another scheme', 'Basic dXNlcjpwYXNz'],
    ['no scheme', 'KEY'],
    ['no key', 'Bearer '],
    ['something after the key', 'Bearer KEY extra'],
    ['an unknown key', `Bearer ${generateKey('test')}`],
    ['a malformed key', 'Bearer fk_test_123'],
  ])('get the same 401 for %s', async (_name, header) => {
    const agent = app.client().get('/api/v1/quotes');
    if (header !== undefined) agent.set('Authorization', header.replace('KEY', org.testKey));
    const { body, headers } = await agent.expect(401);
    expect(headers['www-authenticate']).toBe('Bearer');
    expect(body).toEqual({
      error: {
        type: 'authentication_error',
        code: 'unauthorized',
        message: 'No valid API key was provided. Send one in the Authorization header.',
        doc_url: expect.stringMatching(/^http:\/\/localhost:\d+\/docs\/errors#unauthorized$/),
        request_id: headers['request-id'],
      },
    });
  });

  it('are required on every documented route before the body is read', async () => {
    for (const { method, path } of listDocumentedOperations()) {
      const url = path.replaceAll(/\{\w+\}/g, '1');
      const agent = app.client() as unknown as Record<
        string,
        (url: string) => ReturnType<typeof org.test.get>
      >;
      const { status } = await agent[method]!(url).set('Content-Type', 'application/json').send('{');
      expect(`${method} ${path} ${status}`).toBe(`${method} ${path} 401`);
    }
  });

  it('accept the scheme in any case', async () => {
    await app.client().get('/api/v1/quotes').set('Authorization', `bearer ${org.testKey}`).expect(200);
  });

  it('of one mode do not see the other', async () => {
    const { id } = await newQuote(org.test);
    const theirs = await org.live.get(`/api/v1/quotes/${id}`).expect(404);
    const unknown = await org.live.get('/api/v1/quotes/999999999').expect(404);
    const withoutId = (text: string) => text.replace(/req_\w+/, '');
    expect(withoutId(theirs.text)).toBe(withoutId(unknown.text));
  });

  describe('stop working', () => {
    it('within a second of revocation, even if the wall clock is set back', async () => {
      const { id, key } = await keys.create(org.id, 'test');
      expect(await statusOf(key)).toBe(200);
      await app.sql.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [id]);
      const anHourAgo = Date.now() - 60 * MINUTE;
      const aSecondOn = performance.now() + 1_000;
      const wall = jest.spyOn(Date, 'now').mockReturnValue(anHourAgo);
      const steady = jest.spyOn(performance, 'now').mockReturnValue(aSecondOn);
      try {
        expect(await statusOf(key)).toBe(401);
      } finally {
        wall.mockRestore();
        steady.mockRestore();
      }
    });

    it('once, and a second revocation reports no change', async () => {
      const { id } = await keys.create(org.id, 'test');
      expect(await keys.revoke(id)).toBe(true);
      expect(await keys.revoke(id)).toBe(false);
      expect(await keys.revoke(999_999)).toBe(false);
    });

    it('when they expire', async () => {
      const { id, key } = await keys.create(org.id, 'test', { lifeMs: MINUTE });
      expect(await statusOf(key)).toBe(200);
      await app.sql.query(`UPDATE api_keys SET expires_at = now() WHERE id = $1`, [id]);
      forget();
      expect(await statusOf(key)).toBe(401);
    });
  });

  describe('when rolled', () => {
    it('keep the old and the new key valid during the overlap', async () => {
      const old = await keys.create(org.id, 'live', { scopes: ['quotes.read'] });
      const made = await keys.roll(old.id, 60 * MINUTE);
      expect(await statusOf(old.key)).toBe(200);
      expect(await statusOf(made.key)).toBe(200);
      const [before, after] = (await keys.list(org.id)).filter(({ id }) => id === old.id || id === made.id);
      expect(after).toMatchObject({ mode: 'live', scopes: ['quotes.read'], expiresAt: null });
      expect(before!.expiresAt!.getTime() - Date.now()).toBeLessThanOrEqual(60 * MINUTE);
      await app.sql.query('UPDATE api_keys SET expires_at = now() WHERE id = $1', [old.id]);
      forget();
      expect(await statusOf(old.key)).toBe(401);
      expect(await statusOf(made.key)).toBe(200);
    });

    it('replace the old key at once without an overlap', async () => {
      const old = await keys.create(org.id, 'test');
      const made = await keys.roll(old.id, 0);
      expect([await statusOf(old.key), await statusOf(made.key)]).toEqual([401, 200]);
    });

    it('keep their expiry date', async () => {
      const old = await keys.create(org.id, 'test', { lifeMs: MINUTE });
      const made = await keys.roll(old.id, 60 * MINUTE);
      const [before, after] = (await keys.list(org.id)).filter(({ id }) => id === old.id || id === made.id);
      expect(after!.expiresAt).toEqual(before!.expiresAt);
      expect(before!.expiresAt!.getTime() - Date.now()).toBeLessThanOrEqual(MINUTE);
    });

    it('are rejected unless the old key is active', async () => {
      const { id } = await keys.create(org.id, 'test');
      await keys.revoke(id);
      await expect(keys.roll(id, 0)).rejects.toMatchObject({ code: 'resource_missing' });
    });
  });

  describe('with scopes', () => {
    it('can do only what their scopes allow', async () => {
      const { key } = await keys.create(org.id, 'test', { scopes: ['quotes.write', 'freight.read'] });
      const client = app.client(key);
      await client.post('/api/v1/quotes').send(rateRequest()).expect(201);
      await client.get('/api/v1/freight').expect(200);
      for (const refused of [
        client.get('/api/v1/quotes'),
        client.post('/api/v1/freight').send({ quote_id: 1 }),
        client.get('/api/v1/carriers'),
      ]) {
        const { body } = await refused.expect(403);
        expect(body.error).toMatchObject({ type: 'invalid_request_error', code: 'insufficient_scope' });
        expect(body.error.message).toMatch(/lacks the scope (quotes|freight|carriers)\.(read|write)/);
      }
    });

    it.each([[['quotes.delete']], [['quotes']], [['*']], [[]], [['quotes.read', '']]])(
      'are not made of unknown ones: %j',
      async (scopes) => {
        await expect(keys.create(org.id, 'test', { scopes })).rejects.toMatchObject({
          code: 'invalid_value',
        });
      },
    );

    it('cover every documented route', async () => {
      const known = app.app.get(ScopeRegistry).all;
      const { key } = await keys.create(org.id, 'test', { scopes: [...known] });
      const none = await keys.create(org.id, 'test', { scopes: ['sandbox.read'] });
      for (const { method, path } of listDocumentedOperations()) {
        const url = path.replaceAll(/\{\w+\}/g, '0');
        if (path.includes('/sandbox/')) continue;
        const agents = [app.client(key), app.client(none.key)] as unknown as Record<
          string,
          (url: string) => ReturnType<typeof org.test.get>
        >[];
        const [full, bare] = await Promise.all(agents.map((agent) => agent[method]!(url).send({})));
        expect(`${path} ${full!.body.error?.code}`).not.toBe(`${path} insufficient_scope`);
        expect(`${path} ${bare!.status}`).toBe(`${path} 403`);
        const [, resource] = /lacks the scope ([\w-]+\.\w+)\./.exec(bare!.body.error.message as string)!;
        expect(known).toContain(resource);
      }
    });
  });

  it('of live mode get 403 on test-mode operations', async () => {
    await org.test.get('/api/v1/test-only').expect(200);
    for (const answer of [org.live.get('/api/v1/test-only'), org.live.post('/api/v1/test-only')]) {
      const { body } = await answer.expect(403);
      expect(body.error).toMatchObject({ type: 'invalid_request_error', code: 'test_mode_required' });
    }
  });

  it('record their last use at most once a minute, outside the request', async () => {
    const { id, key } = await keys.create(org.id, 'test');
    const lastUsed = async (): Promise<Date | null> =>
      (await keys.list(org.id)).find((record) => record.id === id)!.lastUsedAt;
    const use = async (): Promise<Date | null> => {
      await statusOf(key);
      await app.app.get(KeyUsageRecorder).flush();
      return lastUsed();
    };
    await statusOf(key);
    expect(await lastUsed()).toBeNull();
    const first = await use();
    expect(first).toBeInstanceOf(Date);
    expect(await use()).toEqual(first);
    await app.sql.query(`UPDATE api_keys SET last_used_at = now() - interval '61 seconds' WHERE id = $1`, [
      id,
    ]);
    expect((await use())!.getTime()).toBeGreaterThanOrEqual(first!.getTime());
  });

  it('write every action on a key or an organization to the audit log, without the key', async () => {
    const fresh = await app.organization();
    const { id, key } = await keys.create(fresh.id, 'live', { scopes: ['freight.read'], lifeMs: MINUTE });
    const rolled = await keys.roll(id, MINUTE);
    await keys.revoke(rolled.id);
    await keys.revoke(rolled.id);
    const entries = await app.app.get(AuditLogService).list(fresh.id);
    expect(entries.map(({ action, mode, details }) => ({ action, mode, ...details }))).toEqual([
      { action: 'organization.created', mode: 'live', name: 'Test' },
      { action: 'key.created', id: expect.any(Number), mode: 'test', scopes: null, life_ms: null },
      { action: 'key.created', id: expect.any(Number), mode: 'live', scopes: null, life_ms: null },
      { action: 'key.created', id, mode: 'live', scopes: ['freight.read'], life_ms: MINUTE },
      { action: 'key.rolled', mode: 'live', id, to: rolled.id, overlap_ms: MINUTE },
      { action: 'key.revoked', mode: 'live', id: rolled.id },
    ]);
    expect(JSON.stringify(entries)).not.toContain(key.slice(12));
    expect(entries.every(({ actor }) => actor === 'service')).toBe(true);
  });
});
