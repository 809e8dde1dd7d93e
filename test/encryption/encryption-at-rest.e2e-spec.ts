import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { toSealedSettingsRow } from '../../src/features/carriers/carrier-connections.repository.js';
import { CarrierConnectionsService } from '../../src/features/carriers/carrier-connections.service.js';
import { Config } from '../../src/config/config.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { SealedColumnsService } from '../../src/platform/encryption/sealed-columns.service.js';
import {
  EncryptionService,
  SecretUnreadableError,
} from '../../src/platform/encryption/encryption.service.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { dumpDatabase } from '../support/database-dump.js';
import { eventually } from '../support/eventually.js';
import { freightRequest, newQuote, rateRequest } from '../support/factories.js';
import { encryptWithLegacyFormat } from '../support/legacy-encryption.js';
import { startService, type ServiceProcess } from '../support/service-process.js';

const newEncryptionKey = (): string => randomBytes(32).toString('base64');
const ROW = { table: 'webhook_endpoints', organizationId: 1, mode: 'test', id: 7 };
const ENDPOINT = { url: 'https://hooks.example.com/lading', events: ['quote.created'] };

describe('secrets at rest', () => {
  describe('sealing', () => {
    const [first, second] = [newEncryptionKey(), newEncryptionKey()];
    const secretsWith = (env: Record<string, string>): EncryptionService =>
      new EncryptionService(new Config({ DATA_DIR: process.env.TEST_DATA_DIR, ...env }));
    const secrets = secretsWith({ ENCRYPTION_KEY: first });

    it('returns different bytes each time, which open to the same text', () => {
      const [a, b] = [secrets.seal('text with ünïcode', ROW), secrets.seal('text with ünïcode', ROW)];
      expect(a.equals(b)).toBe(false);
      expect(secrets.open(a, ROW)).toBe('text with ünïcode');
      expect(a.toString('latin1')).not.toContain('text');
    });

    it('detects a change of any byte', () => {
      const sealed = secrets.seal('secret', ROW);
      for (let index = 0; index < sealed.length; index++) {
        const changed = Buffer.from(sealed);
        changed[index]! ^= 1;
        expect(() => secrets.open(changed, ROW)).toThrow(SecretUnreadableError);
      }
      expect(() => secrets.open(sealed.subarray(0, 10), ROW)).toThrow(SecretUnreadableError);
      expect(() => secrets.open(Buffer.alloc(0), ROW)).toThrow(SecretUnreadableError);
    });

    it.each([
      ['table', { table: 'tenders' }],
      ['organization', { organizationId: 2 }],
      ['mode', { mode: 'live' }],
      ['id', { id: 8 }],
    ])('binds a secret to its row: it does not open for another %s', (_what, other) => {
      const sealed = secrets.seal('secret', ROW);
      expect(() => secrets.open(sealed, { ...ROW, ...other })).toThrow(SecretUnreadableError);
      expect(secrets.open(sealed, { ...ROW })).toBe('secret');
    });

    it('opens secrets of older versions that are not bound to a row', () => {
      expect(secrets.open(encryptWithLegacyFormat(first, 'old'), ROW)).toBe('old');
    });

    it('opens secrets of the previous key', () => {
      const rotated = secretsWith({ ENCRYPTION_KEY: second, ENCRYPTION_KEY_PREVIOUS: first });
      expect(rotated.open(secrets.seal('old', ROW), ROW)).toBe('old');
      expect(() => secretsWith({ ENCRYPTION_KEY: second }).open(secrets.seal('old', ROW), ROW)).toThrow(
        SecretUnreadableError,
      );
    });
  });

  describe('after a change of the encryption key', () => {
    const open: TestApp[] = [];
    afterEach(async () => {
      for (const app of open.splice(0).reverse()) await app.close();
    });

    it('are readable with both keys, re-encrypted, and then readable with the new key alone', async () => {
      const [first, second] = [newEncryptionKey(), newEncryptionKey()];
      const start = async (env: Record<string, string>): Promise<TestApp> => {
        const app = await startApp(env);
        open.push(app);
        return app;
      };
      const before = await start({ ENCRYPTION_KEY: first });
      const database = { DATABASE_URL: (before.sql.options as { url: string }).url };
      const { testKey } = await before.organization();
      const create = (app: TestApp) =>
        app.client(testKey).post('/api/v1/webhooks').set('Idempotency-Key', 'once').send(ENDPOINT);
      const created = await create(before).expect(201);

      const both = await start({ ...database, ENCRYPTION_KEY: second, ENCRYPTION_KEY_PREVIOUS: first });
      expect((await create(both).expect(201)).text).toBe(created.text);
      // Every process now uses the new key. A process with only the old key could no longer decrypt secrets.
      await before.close();
      const rotations = await both.app.get(SealedColumnsService).rotate();
      const sums = Object.fromEntries(rotations.map(({ column, rotated }) => [column, rotated]));
      expect(sums).toMatchObject({ sealed_secret: 1, sealed_answer: 1, sealed_settings: 5 });
      expect((await both.app.get(SealedColumnsService).rotate()).every(({ rotated }) => rotated === 0)).toBe(
        true,
      );

      const after = await start({ ...database, ENCRYPTION_KEY: second });
      expect((await create(after).expect(201)).text).toBe(created.text);
      await after.client(testKey).post('/api/v1/quotes').send(rateRequest()).expect(201);
      await after.client(testKey).post(`/api/v1/webhooks/${created.body.id}/test`).expect(200);
    });

    it('prevent a start without the previous key', async () => {
      const [first, second] = [newEncryptionKey(), newEncryptionKey()];
      const app = await startApp({ ENCRYPTION_KEY: first });
      open.push(app);
      const DATABASE_URL = (app.sql.options as { url: string }).url;
      const env = { DATABASE_URL, ENCRYPTION_KEY: second };
      const refused =
        'ENCRYPTION_KEY, or the key file, is not the key that this database is encrypted with. ';
      await expect(startService(env)).rejects.toMatchObject({
        message: expect.stringMatching(new RegExp(`^The service did not start:\\n${refused}[^\\n]*\\n$`)),
        cause: 1,
      });
      // Simulates a database from before the canary, whose secrets themselves are tried.
      await app
        .client((await app.organization()).testKey)
        .post('/api/v1/webhooks')
        .send(ENDPOINT)
        .expect(201);
      await app.sql.query('DELETE FROM encryption_canary');
      await expect(startService(env)).rejects.toThrow(refused);
      const service = await startService({ ...env, ENCRYPTION_KEY_PREVIOUS: first });
      expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
      await service.stop();
    });

    it('include a row that moves between two batches of the rotation', async () => {
      const [first, second] = [newEncryptionKey(), newEncryptionKey()];
      const app = await startApp({ ENCRYPTION_KEY: second, ENCRYPTION_KEY_PREVIOUS: first });
      open.push(app);
      const { id } = await app.organization();
      const old = encryptWithLegacyFormat(first, '{"status":200}\nbody');
      const insert = (name: string, sealed: Buffer, count: number) =>
        app.sql.query(
          `INSERT INTO idempotent_requests (organization_id, mode, key, fingerprint, owner, lease_until, sealed_answer)
           SELECT $1, 'test', $2 || n, '\\x00', $3, now(), $4 FROM generate_series(1, $5::int) n`,
          [id, name, randomUUID(), sealed, count],
        );
      // Rows before the batch, a batch, and the row on a page without space.
      const current = app.app.get(EncryptionService).seal('new', ROW);
      await insert('room', current, 2_000);
      await insert('batch', old, 500);
      await insert('full', current, 100);
      await insert('moving', old, 1);
      await insert('fuller', current, 100);
      await app.sql.query(`DELETE FROM idempotent_requests WHERE key LIKE 'room%'`);
      await app.sql.query('VACUUM idempotent_requests');
      const transactions = app.app.get(Transactions);
      const run = transactions.run.bind(transactions);
      const BEHIND = `(SELECT ctid FROM idempotent_requests WHERE key = 'moving1')
                    < (SELECT min(ctid) FROM idempotent_requests WHERE key LIKE 'full%')`;
      let behind: boolean | undefined;
      jest.spyOn(transactions, 'run').mockImplementation(async (work) => {
        const result = await run(work);
        const [{ batchDone }] = await app.sql.query(
          `SELECT count(*) = 500 AS "batchDone" FROM idempotent_requests
           WHERE key LIKE 'batch%' AND substring(sealed_answer from 1 for 4) = $1`,
          [app.app.get(EncryptionService).keyId],
        );
        for (let tries = 0; batchDone && !behind && tries < 100; tries++) {
          await app.sql.query('VACUUM idempotent_requests');
          await app.sql.query(
            `WITH gone AS (DELETE FROM idempotent_requests WHERE key = 'moving1' RETURNING *)
             INSERT INTO idempotent_requests SELECT * FROM gone`,
          );
          [{ behind }] = await app.sql.query(`SELECT ${BEHIND} AS behind`);
        }
        return result;
      });
      const rotations = await app.app.get(SealedColumnsService).rotate();
      expect(behind).toBe(true);
      expect(rotations.find(({ table }) => table === 'idempotent_requests')).toMatchObject({
        rotated: 501,
        remaining: 0,
      });
    });

    it('are rotated in several batches, and unreadable ones stay unchanged', async () => {
      const [first, second] = [newEncryptionKey(), newEncryptionKey()];
      const app = await startApp({ ENCRYPTION_KEY: second, ENCRYPTION_KEY_PREVIOUS: first });
      open.push(app);
      const { id } = await app.organization();
      const old = encryptWithLegacyFormat(first, '{"status":200}\nbody');
      const insert = (name: string, sealed: Buffer, count: number) =>
        app.sql.query(
          `INSERT INTO idempotent_requests (organization_id, mode, key, fingerprint, owner, lease_until, sealed_answer)
           SELECT $1, 'test', $2 || n, '\\x00', $3, now(), $4 FROM generate_series(1, $5::int) n`,
          [id, name, randomUUID(), sealed, count],
        );
      await insert('old', old, 1_203);
      await insert('lost', encryptWithLegacyFormat(newEncryptionKey(), 'gone'), 3);
      const rotation = (await app.app.get(SealedColumnsService).rotate()).find(
        ({ table }) => table === 'idempotent_requests',
      );
      expect(rotation).toMatchObject({ rotated: 1_203, unreadable: 3, remaining: 3 });
    });
  });

  describe('bound to their rows', () => {
    let app: TestApp;
    const key = newEncryptionKey();

    beforeAll(async () => {
      app = await startApp({ ENCRYPTION_KEY: key });
    });
    afterAll(() => app.close());

    const made = async () => {
      const { id, test } = await app.organization();
      const { body } = await test.post('/api/v1/webhooks').set('Idempotency-Key', 'once').send(ENDPOINT);
      return {
        id,
        test,
        endpoint: body.id as number,
        reason: async () => (await read(test, body.id)).disabled_reason,
      };
    };
    const read = async (test: TestOrganization['test'], id: number) =>
      (await test.get(`/api/v1/webhooks/${id}`).expect(200)).body;
    /** Swaps a column between two rows. */
    const swap = (column: string, table: string, where: string, values: unknown[]) =>
      app.sql.query(
        `WITH two AS (SELECT ctid, ${column} AS sealed, row_number() OVER (ORDER BY ctid) AS n FROM ${table} WHERE ${where})
         UPDATE ${table} t SET ${column} = other.sealed FROM two own, two other
         WHERE t.ctid = own.ctid AND other.n = 3 - own.n`,
        values,
      );

    it('open only in the row that they were sealed for', async () => {
      const [one, other] = [await made(), await made()];
      const endpoints = () =>
        swap('sealed_secret', 'webhook_endpoints', 'id IN ($1, $2)', [one.endpoint, other.endpoint]);
      await endpoints();
      for (const { reason } of [one, other]) expect(await reason()).toBe('Signing secret rotation required');
      await one.test.post(`/api/v1/webhooks/${one.endpoint}/test`).expect(422);
      await endpoints();
      for (const { reason } of [one, other]) expect(await reason()).toBeNull();

      await swap('sealed_answer', 'idempotent_requests', `key = 'once' AND organization_id IN ($1, $2)`, [
        one.id,
        other.id,
      ]);
      const { body } = await one.test
        .post('/api/v1/webhooks')
        .set('Idempotency-Key', 'once')
        .send(ENDPOINT)
        .expect(409);
      expect(body.error.code).toBe('idempotency_answer_unreadable');

      await one.test.post('/api/v1/quotes').send(rateRequest()).expect(201);
      await swap(
        'sealed_settings',
        'carrier_connections',
        'id IN (SELECT id FROM carrier_connections WHERE organization_id = $1 ORDER BY id LIMIT 2)',
        [one.id],
      );
      const { body: quoted } = await one.test.post('/api/v1/quotes').send(rateRequest()).expect(201);
      expect(
        quoted.carrier_results.filter(({ status }: { status: string }) => status === 'error'),
      ).toHaveLength(2);
    });

    it('of an older version stay readable and are bound by `secrets rotate`', async () => {
      const { endpoint, reason } = await made();
      const update = 'UPDATE webhook_endpoints SET sealed_secret = $1 WHERE id = $2';
      const secret = `whsec_${randomBytes(32).toString('base64')}`;
      await app.sql.query(update, [encryptWithLegacyFormat(key, secret), endpoint]);
      expect(await reason()).toBeNull();
      const rotations = await app.app.get(SealedColumnsService).rotate();
      expect(rotations).toContainEqual(
        expect.objectContaining({ table: 'webhook_endpoints', column: 'sealed_secret', rotated: 1 }),
      );
      const [{ sealed, ...row }] = await app.sql.query(
        'SELECT sealed_secret AS sealed, organization_id AS "organizationId", mode, id FROM webhook_endpoints WHERE id = $1',
        [endpoint],
      );
      const secrets = app.app.get(EncryptionService);
      expect(secrets.open(sealed, { table: 'webhook_endpoints', ...row })).toBe(secret);
      expect(secrets.canOpen(sealed, { table: 'webhook_endpoints', ...row, id: endpoint + 1 })).toBe(false);
      expect(await reason()).toBeNull();
    });
  });

  it('are in columns named sealed_…, the only binary columns besides hashes and files', async () => {
    const app = await startApp();
    const rows = await app.sql.query<{ name: string }[]>(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND data_type = 'bytea' ORDER BY name`,
    );
    const sealed = app.app.get(SealedColumnsService).list();
    const known = [
      ...sealed.map(({ table, column }) => `${table}.${column}`),
      'api_keys.hash',
      'idempotent_requests.fingerprint',
      'organization_profiles.logo',
      'freight_documents.sha256',
      'tenders.token_hash',
      'tracking_links.token_hash',
      'tracking_mails.token_hash',
      'sessions.hash',
      'sign_in_links.token_hash',
      'invitations.token_hash',
      'freight_document_contents.bytes',
      'edi_interchange_contents.bytes',
      'edi_interchanges.sha256',
    ];
    expect(rows.map(({ name }) => name)).toEqual(known.sort());
    await app.close();
  });

  describe('after a run of every operation', () => {
    let app: TestApp;
    let org: TestOrganization;
    let service: ServiceProcess;
    const secrets: Record<string, string> = {};
    const answers: string[] = [];

    beforeAll(async () => {
      const ENCRYPTION_KEY = newEncryptionKey();
      app = await startApp({ ENCRYPTION_KEY });
      org = await app.organization();
      const credential = `credential-${randomUUID()}`;
      const { id } = await app.app
        .get(CarrierConnectionsService)
        .connect(
          { organizationId: org.id, mode: 'test' },
          { adapter: 'simulated', scac: 'SIM1', settings: { behaviour: 'error' } },
        );
      const sealed = app.app
        .get(EncryptionService)
        .seal(
          JSON.stringify({ behaviour: 'error', password: credential }),
          toSealedSettingsRow({ organizationId: org.id, mode: 'test' }, id),
        );
      await app.sql.query(
        `UPDATE carrier_connections SET sealed_settings = $2
         WHERE organization_id = $1 AND carrier_id = (SELECT id FROM carriers WHERE scac = 'SIM1')`,
        [org.id, sealed],
      );
      Object.assign(secrets, { ENCRYPTION_KEY, credential, testKey: org.testKey, liveKey: org.liveKey });
      secrets.encryptionKeyInHex = Buffer.from(ENCRYPTION_KEY, 'base64').toString('hex');
      service = await startService({
        DATABASE_URL: (app.sql.options as { url: string }).url,
        LOG_LEVEL: 'trace',
        RATE_LIMIT_ENABLED: 'true',
        ENCRYPTION_KEY,
      });
      await run();
    }, 120_000);
    afterAll(async () => {
      await service?.stop();
      await app?.close();
    });

    /** Sends requests that succeed, fail and break, each with text that must not appear elsewhere. */
    async function run(): Promise<void> {
      const call = async (
        method: string,
        path: string,
        body?: object,
        key = org.testKey,
      ): Promise<Response> => {
        const response = await fetch(`${service.url}${path}`, {
          method,
          headers: {
            Authorization: `Bearer ${key}`,
            'Content-Type': 'application/json',
            'Idempotency-Key': randomUUID(),
          },
          ...(body && { body: JSON.stringify(body) }),
        });
        const copy = response.clone();
        if (!response.ok) answers.push(await copy.text());
        return response;
      };
      const created = (await (await call('POST', '/api/v1/webhooks', ENDPOINT)).json()) as {
        id: number;
        secret: string;
      };
      const rotated = (await (await call('POST', `/api/v1/webhooks/${created.id}/rotate-secret`)).json()) as {
        secret: string;
      };
      Object.assign(secrets, { webhookSecret: created.secret, rotatedSecret: rotated.secret });
      await call('POST', `/api/v1/webhooks/${created.id}/test`);
      await call('POST', '/api/v1/quotes', rateRequest());
      await call('POST', '/api/v1/quotes', rateRequest(), org.liveKey);
      const quote = await newQuote(org.test);
      secrets.gateCode = `gate-${randomUUID()}`;
      const draft = freightRequest(quote.id, { special_instructions: secrets.gateCode });
      await call('POST', '/api/v1/freight', draft);
      await call('POST', '/api/v1/quotes', {});
      await call('GET', `/api/v1/quotes/${'9'.repeat(12)}?key=${org.testKey}`);
      await call('GET', '/api/v1/quotes', undefined, 'fk_test_wrong');
      await app.sql.query('ALTER TABLE freight RENAME COLUMN special_instructions TO hidden');
      expect((await call('POST', '/api/v1/freight', draft)).status).toBe(500);
      await app.sql.query('ALTER TABLE freight RENAME COLUMN hidden TO special_instructions');
    }

    const expectClear = (text: string, ...allowed: string[]): void => {
      for (const [name, secret] of Object.entries(secrets)) {
        if (allowed.includes(name)) continue;
        expect({ name, seen: text.includes(secret) }).toEqual({ name, seen: false });
        const coded = [
          Buffer.from(secret).toString('hex'),
          Buffer.from(secret).toString('base64').slice(0, -4),
        ];
        for (const code of coded)
          expect({ name, coded: text.includes(code) }).toEqual({ name, coded: false });
      }
    };

    it('are absent from the logs', async () => {
      // The log arrives through a pipe, shortly after the responses.
      await eventually(() => /"status":500/.test(service.output()));
      expect(service.output()).toContain('"path":"/api/v1/webhooks"');
      expect(service.output()).toMatch(/"status":500/);
      expect(service.output()).toContain('of relation');
      expectClear(service.output());
    });

    it('are absent from the error responses', () => {
      expect(answers.length).toBeGreaterThanOrEqual(4);
      expectClear(answers.join('\n'));
      expect(answers.join('\n')).not.toMatch(/special_instructions|relation|at \w+ \(/);
    });

    it('are absent from the metrics', async () => {
      const metrics = await (await fetch(`${service.url}/metrics`)).text();
      expect(metrics).toContain('process_cpu');
      expectClear(metrics);
    });

    it('are absent from the database', async () => {
      const text = await dumpDatabase(app.sql);
      expect(text).toContain('webhook_endpoints');
      expectClear(text, 'gateCode');
    });
  });
});
