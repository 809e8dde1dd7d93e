import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ladingCli } from '../../src/app/cli/lading-cli.js';
import { encryptWithLegacyFormat } from '../support/legacy-encryption.js';
import { startApp, type TestApp } from '../support/app.js';
import { buildService } from '../support/build-if-stale.js';
import { CHILD_PROCESS_ENV } from '../support/clock-env.js';

interface Run {
  code: number;
  stdout: string;
  stderr: string;
}

jest.setTimeout(120_000);

describe('the operator CLI', () => {
  let app: TestApp;
  const environment = { ENCRYPTION_KEY: randomBytes(32).toString('base64') };

  beforeAll(async () => {
    app = await startApp(environment);
  });
  afterAll(() => app.close());

  const settingsOf = (env: Record<string, string>) => ({
    ...CHILD_PROCESS_ENV,
    DATA_DIR: process.env.TEST_DATA_DIR,
    DATABASE_URL: (app.sql.options as { url: string }).url,
    ...environment,
    ...env,
  });
  /** Runs the CLI as a separate process, which takes two seconds. */
  const cli = (words: string, env: Record<string, string> = {}): Promise<Run> =>
    forPeople(`${words} --json`, env);
  const forPeople = (words: string, env: Record<string, string> = {}): Promise<Run> =>
    new Promise((resolve) => {
      execFile(
        process.execPath,
        [buildService('cli.js'), ...words.split(' ')],
        { env: settingsOf(env) },
        (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
      );
    });
  /** Runs the same command in this process. Returns its output and exit code. */
  const command = async (words: string, env: Record<string, string> = {}): Promise<Run> => {
    const run: Run = { code: 0, stdout: '', stderr: '' };
    const before = process.env;
    const print = (to: 'stdout' | 'stderr') =>
      jest.spyOn(process[to], 'write').mockImplementation((text) => {
        run[to] += String(text);
        return true;
      });
    const exit = jest.spyOn(process, 'exit').mockImplementation((code) => {
      run.code = Number(code);
      return undefined as never;
    });
    const spies = [exit, print('stdout'), print('stderr')];
    process.env = settingsOf(env);
    try {
      await ladingCli({}, [...words.split(' '), '--json']);
    } finally {
      process.env = before;
      for (const spy of spies) spy.mockRestore();
    }
    return run;
  };
  /** Returns the object that a command prints on one line. */
  const answer = async (words: string, run: (words: string) => Promise<Run> = command) => {
    const { code, stdout, stderr } = await run(words);
    expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: '' });
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    return JSON.parse(stdout);
  };
  const statusOf = async (key: string, path = '/api/v1/quotes'): Promise<number> =>
    (await app.client(key).get(path)).status;

  it('lists organizations and rejects one without a name or with an incomplete address', async () => {
    const { organization } = await answer('org create --name Borealis --email owner@borealis.example', cli);
    const { organizations } = await answer('org list', cli);
    expect(organizations).toContainEqual({
      id: organization.id,
      name: 'Borealis',
      owner_email: 'owner@borealis.example',
      created_at: expect.any(String),
    });
    const refused = [await command('org create --name='), await command('org create --name A --email half@')];
    expect(refused.map(({ code, stderr }) => [code, stderr.trim()])).toEqual([
      [1, '--name must have 1 to 255 characters'],
      [1, '--email must be an address such as ada@example.com'],
    ]);
    expect((await answer('org list')).organizations).toHaveLength(organizations.length);
  });

  it('prints tables and lines, with colors only on a terminal', async () => {
    const made = await forPeople('org create --name Cypress', { FORCE_COLOR: '1' });
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.stdout).toMatch(
      /^organization\.id +\d+\norganization\.name +Cypress\ntest_key +fk_test_\w+\nlive_key +fk_live_\w+\n$/,
    );
    const listed = await forPeople('org list');
    expect(listed.stdout).toMatch(/^id +name +owner_email +created_at\n/);
    expect(listed.stdout).toMatch(/^\d+ +Cypress +– +\d{4}-\S+Z$/m);
    const [, id] = /^organization\.id +(\d+)$/m.exec(made.stdout)!;
    expect((await forPeople(`carrier list --org ${id}`)).stdout).toMatch(/^\d+ .* simulated/m);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(await forPeople('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('rejects wrong arguments before it opens a connection', async () => {
    const nowhere = { DATABASE_URL: 'postgresql://127.0.0.1:9/none' };
    for (const [words, reason] of [
      ['key list --org x', /An id is a positive integer/],
      ['carrier test 0', /An id is a positive integer/],
      ['carrier connect --org 1 --mode test --adapter a --scac TOOLONG', /A SCAC is 2 to 4/],
      ['org list all', /too many arguments/],
      ['org lst', /unknown command/],
    ] as const) {
      const { code, stdout, stderr } = await command(words, nowhere);
      expect({ words, code, stdout }).toEqual({ words, code: 1, stdout: '' });
      expect(stderr).toMatch(reason);
    }
  });

  it('creates, limits, rolls, revokes and lists keys and writes the audit log', async () => {
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
    for (const words of ['key list --org 99999999', 'member list --org 99999999'])
      expect(await command(words)).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining('No organization with id 99999999.'),
      });
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

  it('re-encrypts secrets', async () => {
    const { test } = await app.organization();
    const hook = { url: 'https://hooks.example.com/', events: ['quote.created'] };
    await test.post('/api/v1/webhooks').send(hook).expect(201);
    const next = randomBytes(32).toString('base64');
    const previous = environment.ENCRYPTION_KEY;
    const rotate = (key: string, from: string) => (words: string) =>
      command(words, { ENCRYPTION_KEY: key, ENCRYPTION_KEY_PREVIOUS: from });
    const { key_id, rotated } = await answer('secrets rotate', rotate(next, previous));
    const [{ keyId }] = await app.sql.query(
      `SELECT encode(substring(sealed_text from 1 for 4), 'hex') AS "keyId" FROM encryption_canary`,
    );
    expect(key_id).toBe(keyId);
    expect(rotated).toContainEqual({
      table: 'webhook_endpoints',
      column: 'sealed_secret',
      rotated: 1,
      unreadable: 0,
      remaining: 0,
    });
    expect(await cli('secrets rotate')).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^ENCRYPTION_KEY, or the key file, is not the key [^\n]*\n$/),
    });
    await answer('secrets rotate', rotate(previous, next));
  });

  it('exits with 1 and a message when no key decrypts some secrets', async () => {
    const { id, test } = await app.organization();
    const hook = { url: 'https://hooks.example.com/', events: ['quote.created'] };
    await test.post('/api/v1/webhooks').send(hook).expect(201);
    const seal = (sealed: Buffer) =>
      app.sql.query('UPDATE webhook_endpoints SET sealed_secret = $1 WHERE organization_id = $2', [
        sealed,
        id,
      ]);
    await seal(encryptWithLegacyFormat(randomBytes(32).toString('base64'), 'lost'));
    const { code, stdout, stderr } = await cli('secrets rotate');
    await seal(encryptWithLegacyFormat(environment.ENCRYPTION_KEY, 'found'));
    expect(JSON.parse(stdout).rotated).toContainEqual(
      expect.objectContaining({ table: 'webhook_endpoints', unreadable: 1, remaining: 1 }),
    );
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^1 stored secrets are not encrypted with ENCRYPTION_KEY[^\n]*\n$/),
    });
  });

  it.each([
    ['key create --org 1 --mode test --scopes quotes.delete', /is not a scope/],
    ['key create --org 1 --mode test --expires soon', /not a duration/],
    ['key create --org 999999 --mode test', /No organization/],
    ['key roll 999999', /No active key with id 999999/],
    ['key revoke 999999', /No active key with id 999999/],
    ['key roll x', /An id is a positive integer/],
  ])('rejects: %s', async (words, reason) => {
    await app.organization();
    const { code, stdout, stderr } = await command(words);
    expect(code).not.toBe(0);
    expect(stdout).toBe('');
    expect(stderr).toMatch(reason);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});
