import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ladingCli } from '../../src/app/cli/lading-cli.js';
import { AdapterRegistry } from '../../src/features/carriers/adapter-registry.js';
import { CarrierConnectionsService } from '../../src/features/carriers/carrier-connections.service.js';
import {
  CertificationService,
  type Certificate,
} from '../../src/features/carriers/certification/certification.service.js';
import { parseRecordings, type Recording } from '../../src/features/carriers/certification/recording.js';
import { ReplayService } from '../../src/features/carriers/certification/replay.service.js';
import { startApp, type TestApp } from '../support/app.js';
import {
  startFakeCarriers,
  startFurtherFakeCarriers,
  type FakeCarrierConnection,
} from '../fakes/fake-carriers.js';
import { PUBLISHED_ANSWERS } from './published-answers.js';

const PRO = '123456785';
/** The parties of the sample and of the fakes' accounts, and the signers of the fakes. */
const PRIVATE_TEXT =
  /sample company|sam sample|sample street|sample%20company|sample\+company|acme|miller|main st|555-?555-?0100/i;
/** Placeholders of emails and phone numbers in recordings. */
const PLACEHOLDER_TEXT = /person@example\.com|555-555-5555/g;
const ENVIRONMENT = {
  CARRIER_ALLOWED_CIDRS: '127.0.0.0/8',
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
};

describe('a certified connection', () => {
  let app: TestApp;
  let fakes: FakeCarrierConnection[];
  const folder = mkdtempSync(join(tmpdir(), 'lading-recordings-'));

  beforeAll(async () => {
    app = await startApp(ENVIRONMENT);
    fakes = [...(await startFakeCarriers()), ...(await startFurtherFakeCarriers())];
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await Promise.all(fakes.map(({ fake }) => fake.close()));
    await app.close();
  });

  async function connect({ adapter, scac, settings }: Omit<FakeCarrierConnection, 'fake'>) {
    const org = await app.organization();
    const tenant = { organizationId: org.id, mode: 'live' } as const;
    const { id } = await app.app.get(CarrierConnectionsService).connect(tenant, { adapter, scac, settings });
    return { tenant, id };
  }
  async function certify(carrier: Omit<FakeCarrierConnection, 'fake'>, pro: string | null = PRO) {
    const { tenant, id } = await connect(carrier);
    return (await app.app.get(CertificationService).certify(tenant, id, pro, '1.2.3'))!;
  }
  const replay = (recordings: Recording[]) =>
    app.app.get(ReplayService).replay(parseRecordings(JSON.stringify(recordings)));
  /** Returns the outcome of each operation that called the carrier. */
  const outcomes = ({ operations }: Certificate) =>
    operations
      .filter(({ calls }) => calls > 0)
      .map(({ operation, outcome, reason }) => ({ operation, outcome, reason }));
  const forEachFake = async (work: (carrier: FakeCarrierConnection) => Promise<void>): Promise<void> => {
    for (const carrier of fakes) {
      carrier.fake.behaviour = 'normal';
      await work(carrier);
    }
  };

  it('reports each operation of each fake, and its replayed recording has the same outcomes', () =>
    forEachFake(async (carrier) => {
      const certificate = await certify(carrier);
      const made = outcomes(certificate);
      expect(made.map(({ operation }) => operation)).toContain(
        carrier.adapter === 'ebol' ? 'tender' : 'rate',
      );
      expect(certificate.operations.filter(({ outcome }) => outcome === 'error')).toEqual([]);
      const played = await replay(certificate.recordings);
      expect(played).toEqual(made.map((one) => ({ adapter: carrier.adapter, ...one })));
    }));

  it('books in the test mode of the carrier only', () =>
    forEachFake(async (carrier) => {
      const before = carrier.fake.requests.length;
      const { mode, operations } = await certify(carrier);
      const adapter = app.app.get(AdapterRegistry).find(carrier.adapter)!;
      expect(mode).toBe(adapter.testSettings?.(carrier.settings) ? 'test' : 'read_only');
      const tender = operations.find(({ operation }) => operation === 'tender');
      if (adapter.tender) expect(tender?.outcome).toBe(mode === 'test' ? 'booked' : 'skipped');
      // Only a booking names the sample's parties.
      const bookings = carrier.fake.requests
        .slice(before)
        .filter(({ path, body }) => /Sample[ +]Company|Sample%20Company/.test(path + body));
      expect(bookings.length > 0).toBe(mode === 'test');
      for (const { path, body } of bookings)
        expect(`${path} ${body}`).toMatch(/testMode=Y|[?&]Test=Y|"isTest":true|TestMode>Y|"testMode":"?Y/i);
    }));

  it.each(['decline', 503, 401, 'html', 'reset'] as const)(
    'reports a fake with %s, and its replay has the same outcomes',
    (behaviour) =>
      forEachFake(async (carrier) => {
        carrier.fake.behaviour = behaviour;
        const certificate = await certify(carrier);
        const made = outcomes(certificate);
        expect(made.length).toBeGreaterThan(0);
        const played = await replay(certificate.recordings);
        expect(played.map(({ outcome }) => outcome)).toEqual(made.map(({ outcome }) => outcome));
      }),
  );

  it('records no setting of the account, also if the carrier repeats the request', () =>
    forEachFake(async (carrier) => {
      for (const behaviour of ['normal', 400] as const) {
        carrier.fake.behaviour = behaviour;
        const { recordings } = await certify(carrier);
        const written = JSON.stringify(recordings);
        const { auth: _auth, ...settings } = carrier.settings as Record<string, string>;
        for (const value of Object.values(settings).filter((text) => text.length >= 4)) {
          expect(written).not.toContain(value);
          expect(written).not.toContain(Buffer.from(value).toString('base64'));
        }
        expect(written).not.toContain(PRO);
      }
    }));

  it('records no name, address, email or phone of the account, the sample or a signer', () =>
    forEachFake(async (carrier) => {
      for (const behaviour of ['normal', 400] as const) {
        carrier.fake.behaviour = behaviour;
        const { recordings } = await certify(carrier);
        const written = JSON.stringify(recordings);
        expect(recordings.length).toBeGreaterThan(0);
        expect(PRIVATE_TEXT.exec(written)?.[0]).toBeUndefined();
        const contact = /[\w.+-]+@[\w-]+\.\w+|\b\d{3}[-. ]?\d{3}[-. ]\d{4}\b/.exec(
          written.replaceAll(PLACEHOLDER_TEXT, ''),
        );
        expect(contact?.[0]).toBeUndefined();
      }
    }));

  it('skips the lookups without a PRO number', async () => {
    const rl = fakes.find(({ adapter }) => adapter === 'rl')!;
    rl.fake.behaviour = 'normal';
    const { operations } = await certify(rl, null);
    expect(operations.find(({ operation }) => operation === 'track')).toMatchObject({
      outcome: 'skipped',
      reason: 'This operation needs the PRO number of a shipment. Pass one with --pro.',
    });
    expect(operations.find(({ operation }) => operation === 'tender')).toMatchObject({
      outcome: 'skipped',
      reason: 'This operation would book real freight, because the account has no test mode.',
    });
  });

  it('stops after rejected credentials', async () => {
    const tforce = fakes.find(({ adapter }) => adapter === 'tforce')!;
    tforce.fake.behaviour = 'normal';
    const wrong = { ...tforce, settings: { ...tforce.settings, client_secret: 'wrong-secret' } };
    const { operations, recordings } = await certify(wrong);
    expect(operations[0]).toMatchObject({ operation: 'rate', outcome: 'error' });
    expect(new Set(operations.slice(1).map(({ outcome }) => outcome))).toEqual(new Set(['skipped']));
    expect(recordings.map(({ operation }) => operation)).toEqual(['token']);
    expect(await replay(recordings)).toEqual([
      { adapter: 'tforce', operation: 'token', outcome: 'error', reason: operations[0]!.reason },
    ]);
  });

  it.each(PUBLISHED_ANSWERS.map((answer) => [answer.title, answer] as const))(
    'replays a published answer: %s',
    async (_title, { carrier, call, status, body, expected }) => {
      const operation = call === 'documents' ? 'documents:bill_of_lading' : call;
      const file = {
        id: 'x',
        carrier,
        operation,
        kind: 'recorded',
        source: {},
        http: { status },
        ...(body === null ? { raw: '' } : { body }),
      };
      const [answer] = await app.app.get(ReplayService).replay(parseRecordings(JSON.stringify(file)));
      const { outcome, reason } = expected as { outcome?: string; reason?: string };
      const words: Record<string, string> = { failed: 'error', canceled: 'cancelled' };
      const implied = { rate: 'rated', tender: 'booked', track: 'tracked', token: 'error' }[call as string];
      expect(answer).toMatchObject({
        adapter: carrier,
        operation,
        outcome: outcome ? (words[outcome] ?? outcome) : implied,
        ...(reason !== undefined && { reason }),
      });
    },
  );

  describe('in the CLI', () => {
    /** Runs a command in this process. Returns the objects that it prints, or its error. */
    async function command(...words: string[]): Promise<{ printed: any[]; error: string }> {
      const written = { stdout: '', stderr: '' };
      const print = (to: 'stdout' | 'stderr') =>
        jest.spyOn(process[to], 'write').mockImplementation((text) => {
          written[to] += String(text);
          return true;
        });
      const before = process.env;
      const spies = [print('stdout'), print('stderr')];
      const exit = jest.spyOn(process, 'exit').mockImplementation(() => undefined as never);
      process.env = {
        ...before,
        DATABASE_URL: (app.sql.options as { url: string }).url,
        DATA_DIR: process.env.TEST_DATA_DIR,
        ...ENVIRONMENT,
      };
      try {
        await ladingCli({}, ['--json', ...words]);
      } finally {
        process.env = before;
        for (const spy of [...spies, exit]) spy.mockRestore();
      }
      const lines = written.stdout.split('\n').filter(Boolean);
      return { printed: lines.map((line) => JSON.parse(line)), error: written.stderr.trim() };
    }

    it('certify writes the file that replay reads', async () => {
      const estes = fakes.find(({ adapter }) => adapter === 'estes')!;
      estes.fake.behaviour = 'normal';
      const { id } = await connect(estes);
      const file = join(folder, 'estes.json');
      const { printed } = await command('carrier', 'certify', String(id), '--record', file);
      expect(printed).toEqual([
        {
          id,
          carrier: 'EXLA',
          adapter: 'estes',
          mode: 'test',
          operations: expect.arrayContaining([
            expect.objectContaining({ operation: 'rate', outcome: 'rated', detail: '1 price' }),
            expect.objectContaining({ operation: 'tender', outcome: 'booked', reason: null }),
          ]),
          file,
        },
      ]);
      expect(JSON.parse(readFileSync(file, 'utf8'))[0]).toMatchObject({
        id: 'estes-rate',
        carrier: 'estes',
        operation: 'rate',
        kind: 'recorded',
        http: { status: 200 },
      });
      const replayed = await command('carrier', 'replay', file);
      expect(replayed.printed[0]).toEqual({
        adapter: 'estes',
        operation: 'rate',
        outcome: 'rated',
        reason: printed[0].operations[0].reason,
      });
    });

    it('certify asks about the lane of --from and --to', async () => {
      const estes = fakes.find(({ adapter }) => adapter === 'estes')!;
      estes.fake.behaviour = 'normal';
      const { id } = await connect(estes);
      const before = estes.fake.requests.length;
      await command('carrier', 'certify', String(id), '--from', '30301', '--to', '75201');
      const sent = estes.fake.requests.slice(before).map(({ body }) => body);
      const rate = JSON.parse(sent.find((body) => body.includes('quoteRequest'))!);
      expect(JSON.stringify(rate)).toContain('"city":"Atlanta"');
      expect(JSON.stringify(rate)).toContain('"30301"');
      expect(JSON.stringify(rate)).toContain('"75201"');
      const bol = sent.find((body) => body.includes('Sample Company'))!;
      expect(bol).toContain('30301');
      expect(bol).toContain('75201');
      expect(sent.join(' ')).not.toContain('90001');
      const { error } = await command('carrier', 'certify', String(id), '--from', '00000');
      expect(error).toContain('Use a five-digit US ZIP code.');
    });

    it.each([
      ['nothing', 'not JSON', 'The recording has no carrier. Set it to the name of the adapter.'],
      ['no operation', '[{"carrier":"rl"}]', 'Recording 1 needs an operation. Use one of: rate, tender,'],
      ['no status', '{"carrier":"rl","operation":"rate"}', 'needs an http.status from 200 to 599, or null.'],
      [
        'another adapter',
        '{"carrier":"none","operation":"rate","http":{"status":200}}',
        'No adapter is named "none".',
      ],
      [
        'an operation that the adapter lacks',
        '{"carrier":"ebol","operation":"rate","http":{"status":200}}',
        'The adapter "ebol" has no operation rate.',
      ],
    ])('replay says what is wrong with a file with %s', async (_what, text, message) => {
      const file = join(folder, 'wrong.json');
      writeFileSync(file, text);
      expect((await command('carrier', 'replay', file)).error).toContain(message);
    });
  });
});
