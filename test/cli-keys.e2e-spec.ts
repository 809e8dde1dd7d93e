import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startApp, type TestApp } from './support/app.js';

const CLI = join(import.meta.dirname, '../dist/src/cli.js');

interface Run {
  code: number;
  stdout: string;
  stderr: string;
}

/** Each command is a process of its own. */
jest.setTimeout(120_000);

describe('the CLI', () => {
  let app: TestApp;
  const environment = { ENCRYPTION_KEY: randomBytes(32).toString('base64') };

  beforeAll(async () => {
    app = await startApp(environment);
  });
  afterAll(() => app.close());

  const cli = (words: string, env: Record<string, string> = {}): Promise<Run> =>
    new Promise((resolve) => {
      const settings = {
        PATH: process.env.PATH,
        DATA_DIR: process.env.TEST_DATA_DIR,
        DATABASE_URL: (app.sql.options as { url: string }).url,
        ...environment,
        ...env,
      };
      execFile(
        process.execPath,
        [CLI, ...words.split(' '), '--json'],
        { env: settings },
        (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
      );
    });
  /** The one object on one line that a command prints. */
  const answer = async (words: string, env?: Record<string, string>) => {
    const { code, stdout, stderr } = await cli(words, env);
    expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: '' });
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    return JSON.parse(stdout);
  };
  const statusOf = async (key: string, path = '/api/v1/quotes'): Promise<number> =>
    (await app.client(key).get(path)).status;

  it('makes, limits, rolls, revokes and lists keys, and keeps a trail of it', async () => {
    const { organization, test_key: testKey } = await answer('org create --name Acme');
    expect(await statusOf(testKey)).toBe(200);

    const made = await answer(
      `key create --org ${organization.id} --mode test --scopes quotes.read,freight.read --expires 90d`,
    );
    expect([await statusOf(made.key), await statusOf(made.key, '/api/v1/carriers')]).toEqual([200, 403]);

    const rolled = await answer(`key roll ${made.id} --overlap 24h`);
    expect(rolled).toEqual({
      id: expect.any(Number),
      key: expect.stringMatching(/^fk_test_/),
      previous: { id: made.id, expires_at: expect.any(String) },
    });
    expect([await statusOf(made.key), await statusOf(rolled.key)]).toEqual([200, 200]);

    expect(await answer(`key revoke ${made.id}`)).toEqual({ id: made.id, revoked: true });
    const { keys } = await answer(`key list --org ${organization.id}`);
    expect(
      keys.map(({ id, scopes, revoked_at }: Record<string, unknown>) => ({
        id,
        scopes,
        revoked: !!revoked_at,
      })),
    ).toEqual(
      expect.arrayContaining([
        { id: made.id, scopes: ['quotes.read', 'freight.read'], revoked: true },
        { id: rolled.id, scopes: ['quotes.read', 'freight.read'], revoked: false },
      ]),
    );
    expect(JSON.stringify(keys)).not.toContain(rolled.key);

    const { entries } = await answer(`audit list --org ${organization.id}`);
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      'organization.created',
      'key.created',
      'key.created',
      'key.created',
      'key.rolled',
      'key.revoked',
    ]);
    expect(new Set(entries.map(({ actor }: { actor: string }) => actor))).toEqual(
      new Set([`cli:${userInfo().username}`]),
    );
  });

  it('seals secrets anew', async () => {
    const { test } = await app.organization();
    const hook = { url: 'https://hooks.example.com/', events: ['quote.created'] };
    await test.post('/api/v1/webhooks').send(hook).expect(201);
    const { rotated } = await answer('secrets rotate', {
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      ENCRYPTION_KEY_PREVIOUS: environment.ENCRYPTION_KEY,
    });
    expect(rotated).toContainEqual({
      table: 'webhook_endpoints',
      column: 'sealed_secret',
      rotated: 1,
      unreadable: 0,
    });
  });

  it.each([
    ['key create --org 1 --mode test --scopes quotes.delete', /is not a scope/],
    ['key create --org 1 --mode test --expires soon', /not a duration/],
    ['key create --org 999999 --mode test', /No organization/],
    ['key roll 999999', /No key 999999 in use/],
    ['key revoke 999999', /No key 999999 in use/],
    ['key roll x', /not an id/],
  ])('refuses: %s', async (words, reason) => {
    await app.organization();
    const { code, stdout, stderr } = await cli(words);
    expect(code).not.toBe(0);
    expect(stdout).toBe('');
    expect(stderr).toMatch(reason);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});
