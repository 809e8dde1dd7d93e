import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { createCliRunner, type CliRunner } from '../support/cli-runner.js';

const QUOTE = ['quote', '--from', 'Los Angeles, CA 90001', '--to', 'Chicago, IL 60601'];
const ITEM = ['--item', '500lb,48x40x48,class92.5'];
const FROM = ['--from-company', 'Acme', '--from-contact', 'Ann', '--from-address', '12 S Main St'];
const TO = ['--to-company', 'Lakeside', '--to-contact', 'Bob', '--to-address', '400 W Lake St'];
const PHONES = ['--from-phone', '555-222-6666', '--to-phone', '555-333-7777'];
const SHIPMENT = [...FROM, ...TO, ...PHONES, '--description', 'Machine parts', '--reference', 'PO=554238'];

describe('the lading command line', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let lading: CliRunner;
  const folders: string[] = [];
  const command = (env: Record<string, string> = {}): CliRunner => {
    const made = createCliRunner({ LADING_URL: app.url, ...env });
    folders.push(made.workDir);
    return made;
  };

  beforeAll(async () => {
    app = await startApp();
    organization = await app.organization();
    lading = command({ LADING_API_KEY: organization.testKey });
  });
  afterAll(async () => {
    for (const folder of folders) rmSync(folder, { recursive: true });
    await app.close();
  });

  it('prints quotes as a table and, with --json, as the API response', async () => {
    const { code, stdout, stderr } = await lading.run([...QUOTE, ...ITEM]);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/^items\[0\]\.freight_class is 92\.5, but [^\n]*\n$/),
    });
    const [head, ...rows] = stdout.trimEnd().split('\n');
    expect(head).toMatch(/^QUOTE +CARRIER +SERVICE +PICKUP +DELIVERY +DAYS +PRICE$/);
    expect(rows.length).toBeGreaterThanOrEqual(5);
    expect(rows[0]).toMatch(/^\d+ .* \$[\d,]+\.\d\d +recommended$/);
    expect(stdout).not.toContain('\u001b');

    const { data } = await lading.runJson<{ data: { id: number; items: object[] }[] }>([
      ...QUOTE,
      '--item',
      '3*1500lb,48x40x48,class70',
      '--accessorials',
      'destination_liftgate',
    ]);
    const { body } = await organization.test.get(`/api/v1/quotes/${data[0]!.id}`).expect(200);
    expect(data[0]).toEqual(body);
    expect(body).toMatchObject({ items: [{ quantity: 3, weight: 1500 }] });
    expect(body.accessorials).toMatchObject({ destination_liftgate: true });
  });

  it('reads a request from a file or standard input and merges it with options', async () => {
    const items = [{ weight: 500, freight_class: '92.5', length: 48, width: 40, height: 48 }];
    writeFileSync(join(lading.workDir, 'items.json'), JSON.stringify({ items }));
    expect((await lading.run([...QUOTE, '--file', 'items.json'])).code).toBe(0);
    expect((await lading.run([...QUOTE, '--file', '-'], JSON.stringify({ items }))).code).toBe(0);
    expect(await lading.run([...QUOTE, '--file', 'none.json'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/none\.json: ENOENT/),
    });
  });

  it('books a quote, finds the shipment, tracks it and saves its documents', async () => {
    const { data } = await lading.runJson<{ data: { id: number }[] }>([...QUOTE, ...ITEM]);
    const quote = String(data[0]!.id);
    const asked = await lading.run(['book', quote, ...SHIPMENT]);
    expect(asked).toMatchObject({ code: 2, stdout: '' });
    expect(asked.stderr).toMatch(
      /: \$[\d,]+\.\d\d in test mode\. Book it\? Standard input is not a terminal\. Add --yes to confirm\./,
    );
    expect((await organization.test.get('/api/v1/freight')).body.data).toEqual([]);

    const booked = await lading.run(['book', quote, ...SHIPMENT, '--yes']);
    expect(booked).toMatchObject({ code: 0, stdout: expect.stringMatching(/^PRO +\d{9}$/m) });
    const [, pro] = /^PRO +(\d+)$/m.exec(booked.stdout)!;
    const [, id] = /^shipment +(\d+)$/m.exec(booked.stdout)!;
    const { body: freight } = await organization.test.get(`/api/v1/freight/${id}`).expect(200);
    expect(freight).toMatchObject({ pro_number: pro, references: [{ name: 'PO', value: '554238' }] });
    expect(await lading.runJson(['shipment', id!])).toEqual(freight);

    // A failed booking leaves no draft, so the lists below contain one shipment.
    expect(await lading.run(['book', quote, ...SHIPMENT, '--yes'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error Quote \d+ is already booked\.$/m),
    });
    for (const words of [
      ['shipments'],
      ['find', '554238'],
      ['shipments', '--pro', pro!, '--status', 'scheduled,booked'],
    ])
      expect(await lading.runJson(words)).toMatchObject({ object: 'list', data: [freight], has_more: false });
    expect((await lading.run(['shipments'])).stdout).toMatch(/^SHIPMENT +STATUS[^]*Acme, Los Angeles, CA/);
    expect((await lading.run(['shipments', 'nothing of the kind'])).stdout).toBe('No results.\n');

    await lading.runJson(['trigger', 'shipment.delivered', '--shipment', id!]);
    const tracked = await lading.run(['track', pro!]);
    expect(tracked.stdout).toMatch(/^status +delivered$/m);
    expect(await lading.runJson(['track', '--shipment', id!])).toEqual(
      (await organization.test.get(`/api/v1/freight/${id}/tracking`)).body,
    );

    const saved = await lading.run(['documents', id!]);
    expect(saved).toMatchObject({ code: 0, stdout: expect.stringMatching(/^bol-\d+\.pdf, [\d,]+ bytes\n$/) });
    const file = join(lading.workDir, `bol-${id}.pdf`);
    expect(readFileSync(file).subarray(0, 5).toString()).toBe('%PDF-');
    expect(await lading.run(['documents', id!])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/already exists\. Add --force to overwrite it\./),
    });
    const papers = ['documents', id!, '--type', 'bol,labels,invoice', '--output', 'all.pdf'];
    expect(await lading.runJson(papers)).toEqual({ file: 'all.pdf', bytes: expect.any(Number) });
  });

  it('keeps an incomplete draft, names the missing fields and completes it later', async () => {
    const { data } = await lading.runJson<{ data: { id: number }[] }>([...QUOTE, ...ITEM]);
    const { code, stdout, stderr } = await lading.run(['book', String(data[0]!.id), ...FROM, ...TO, '--yes']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error booking_incomplete, ship_from\.phone: /m);
    expect(stderr).toMatch(/^ {2}freight\.description \w+: /m);
    expect(stderr).toMatch(/^ {2}request_id req_\w+$/m);
    const [, draft] = /lading book --draft (\d+)/.exec(stderr)!;
    const booked = await lading.run([
      'book',
      '--draft',
      draft!,
      ...PHONES,
      '--description',
      'Parts',
      '--yes',
    ]);
    expect(booked).toMatchObject({ code: 0, stdout: expect.stringContaining(`shipment  `) });
  });

  it('starts tracking a number of any carrier with --start', async () => {
    expect(await lading.run(['track', '4471100'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /No shipment or tracked number matches 4471100\. Add --start to track it\./,
      ),
    });
    const started = await lading.runJson(['track', '4471100', '--start', '--carrier', 'Far Freight']);
    expect(started).toMatchObject({ tracking_number: '4471100', status: 'pending' });
    expect((await lading.run(['track', '4471100'])).stdout).toMatch(/^number +4471100$/m);
  });

  it('prints errors as JSON with --json', async () => {
    const { code, stdout, stderr } = await lading.run(['shipment', '999999', '--json']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(JSON.parse(stderr)).toEqual({
      error: {
        code: 'resource_missing',
        message: expect.any(String),
        request_id: expect.stringMatching(/^req_/),
      },
    });
  });

  it.each([
    [['quote'], /Missing options: --from, --to, --item\./],
    [['quote', '--from', 'Los Angeles'], /Enter a place as "Los Angeles, CA 90001"/],
    [['quote', '--item', '500'], /Enter an item as /],
    [['quote', '--ship-date', 'tomorrow'], /Enter a date as YYYY-MM-DD/],
    [['quote', '--accessorials', 'Lift gate'], /Enter accessorials such as/],
    [['book'], /Pass a quote ID, or a shipment ID with --draft/],
    [['book', 'x'], /Enter an ID: a positive integer/],
    [['book', '1', '--pickup-ready', '9'], /Enter a time as HH:MM/],
    [['book', '1', '--pickup-ready', '09:00'], /Pass --pickup-ready and --pickup-close together/],
    [['shipments', '--limit', '101'], /Enter a number from 1 to 100/],
    [['track'], /Pass a PRO number, or a shipment ID with --shipment/],
    [['documents', '1', '--type', 'pod'], /Enter bol, labels, invoice/],
    [['listen'], /--forward-to/],
    [['listen', '--forward-to', 'ftp://x'], /Enter a URL such as/],
    [['trigger', 'delivered'], /Enter event types such as/],
    [['shipments', '--base-url', 'localhost'], /Enter a URL such as/],
    [['events', 'tail', 'all'], /too many arguments/],
    [['nonsense'], /unknown command/],
  ])('rejects %j without a request', async (words, reason) => {
    const { code, stdout, stderr } = await lading.run(words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(reason);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it('explains an invalid LADING_URL', async () => {
    expect(await command({ LADING_URL: 'localhost:3000' }).run(['shipments'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error LADING_URL: Enter a URL such as http://localhost:3000.\n',
    });
  });

  it('prints its version', async () => {
    const { version } = JSON.parse(readFileSync('cli/package.json', 'utf8')) as { version: string };
    expect(await lading.run(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('exits with 4 if the service is unreachable', async () => {
    const away = ['shipments', '--base-url', 'http://127.0.0.1:9'];
    const { code, stderr } = await lading.run(away);
    expect({ code, stderr }).toEqual({
      code: 4,
      stderr: expect.stringMatching(
        /^error connection_failed: Can't reach the service: http:\/\/127\.0\.0\.1:9$/m,
      ),
    });
  });

  describe('an API key', () => {
    it('is read from standard input, verified, stored for its owner only, used and deleted', async () => {
      const other = command();
      expect(await other.run(['shipments'])).toMatchObject({
        code: 3,
        stderr: expect.stringMatching(/^error No API key\. Run lading login, or set LADING_API_KEY\.$/m),
      });
      const { code, stdout, stderr } = await other.run(['login'], `${organization.testKey}\n`);
      expect(code).toBe(0);
      expect(stdout).toMatch(/^Logged in to http:\/\/\S+ as Test, in test mode\./);
      expect(stdout + stderr).not.toContain(organization.testKey);
      const file = join(other.configDir, 'lading/credentials.json');
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
        base_url: app.url,
        key: organization.testKey,
      });
      expect((await other.run(['shipments'])).code).toBe(0);

      const elsewhere = await other.run(['shipments', '--base-url', 'http://127.0.0.1:9']);
      expect(elsewhere).toMatchObject({ code: 3, stderr: expect.stringContaining(`is for ${app.url}`) });

      expect((await other.run(['logout'])).stdout).toBe('The stored key was deleted.\n');
      expect((await other.run(['shipments'])).code).toBe(3);
    });

    it('is not used if other users can read its file', async () => {
      const other = command();
      await other.run(['login'], organization.testKey);
      const file = join(other.configDir, 'lading/credentials.json');
      const { chmodSync } = await import('node:fs');
      chmodSync(file, 0o644);
      expect(await other.run(['shipments'])).toMatchObject({
        code: 3,
        stderr: expect.stringContaining('chmod 600'),
      });
    });

    it('is rejected and not stored if it is invalid', async () => {
      const other = command();
      const wrong = `${organization.testKey.slice(0, -6)}AAAAAA`;
      const { code, stdout, stderr } = await other.run(['login'], wrong);
      expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
      expect(stderr).toMatch(/^error \w+: /);
      expect(stderr).not.toContain(wrong);
      expect(statSync(join(other.configDir, 'lading'), { throwIfNoEntry: false })).toBeUndefined();
      expect((await other.run(['login'], 'hunter2')).stderr).toMatch(
        /Use a key that starts with fk_test_ or fk_live_/,
      );
    });

    it('is not accepted as a command argument', async () => {
      for (const words of [
        ['login', organization.testKey],
        ['login', '--key', organization.testKey],
      ])
        expect(await lading.run(words)).toMatchObject({ code: 2, stdout: '' });
    });

    it('with few scopes can run the commands of its scopes', async () => {
      const { body } = await organization.test.post('/api/v1/keys').send({ scopes: ['quotes.read'] });
      const few = command({ LADING_API_KEY: body.key });
      expect(await few.run(['login'])).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^Logged in to \S+, in test mode/),
      });
      expect(await few.run(['shipments'])).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^error insufficient_scope: /),
      });
    });
  });
});
