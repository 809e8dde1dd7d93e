import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { verifyWebhook } from '../../sdk/src/index.js';
import { Webhook } from 'standardwebhooks';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { buildService } from '../support/build-if-stale.js';
import { createCliRunner, type CliRunner, type RunningCli } from '../support/cli-runner.js';
import { createDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { newFreight } from '../support/factories.js';
import { respondWith, findClosedPort, startReceiver, type Receiver } from '../support/receiver.js';
import { startService, type ServiceProcess } from '../support/service-process.js';

jest.setTimeout(120_000);

const SECRET = /whsec_[\w+/]+=*/;

describe('lading listen, trigger and tail', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let lading: CliRunner;
  let receiver: Receiver;
  const running: RunningCli[] = [];
  const services: ServiceProcess[] = [];
  const folders: string[] = [];
  const command = (env: Record<string, string>): CliRunner => {
    const made = createCliRunner(env);
    folders.push(made.workDir);
    return made;
  };
  const start = (by: CliRunner, words: string[]): RunningCli => {
    const started = by.start(words);
    running.push(started);
    return started;
  };

  beforeAll(async () => {
    buildService('main.js');
    app = await startApp();
    organization = await app.organization();
    receiver = await startReceiver();
    lading = command({ LADING_URL: app.url, LADING_API_KEY: organization.testKey });
  });
  afterEach(async () => {
    for (const one of running.splice(0)) if (one.process.exitCode === null) await one.stop();
    for (const { process: child, kill } of services.splice(0)) if (child.exitCode === null) await kill();
    receiver.received.length = 0;
    receiver.responder = respondWith(200);
  });
  afterAll(async () => {
    await receiver.close();
    for (const folder of folders) rmSync(folder, { recursive: true });
    await app.close();
  });

  const typesOf = () => receiver.received.map(({ body }) => body.type);

  it('forwards events to a local port, signed like webhooks, over one connection', async () => {
    const before = await newFreight(organization.test);
    let connections = 0;
    app.app.getHttpServer().on('connection', () => connections++);
    const listener = start(lading, ['listen', '--forward-to', `${receiver.url}/hooks`]);
    const [secret] = await listener.waitForOutput(SECRET);
    const { event_id } = await lading.runJson<{ event_id: string }>([
      'trigger',
      'shipment.booked',
      '--shipment',
      `${before.id}`,
    ]);
    const delivery = (await eventually(() => receiver.received.find(({ body }) => body.id === event_id)))!;

    const event = await verifyWebhook(delivery.rawBody, delivery.headers, secret);
    expect(event).toMatchObject({ id: event_id, type: 'shipment.booked', livemode: false });
    expect(delivery.path).toBe('/hooks');
    expect(new Webhook(secret).verify(delivery.rawBody, delivery.headers as Record<string, string>)).toEqual(
      event,
    );
    const { body: stored } = await organization.test.get(`/api/v1/events/${event_id}`).expect(200);
    expect(event).toEqual({ ...stored, webhook: { id: 'whk_0', url: `${receiver.url}/hooks` } });
    // Events from before the start are not printed.
    expect(typesOf()).not.toContain('quote.created');
    const { stdout, code } = await listener.stop();
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`shipment\\.booked .*${event_id}.* 200 in \\d+ ms`));
    // One connection each for the trigger, the test and the listener, despite many polls.
    expect(connections).toBe(3);
  });

  it('forwards only the requested event types, in order', async () => {
    const { id } = await newFreight(organization.test);
    const types = 'shipment.booked,shipment.delivered';
    const listener = start(lading, ['listen', '--forward-to', receiver.url, '--events', types, '--json']);
    await listener.waitForOutput(SECRET);
    await lading.runJson(['trigger', 'shipment.delivered', '--shipment', `${id}`]);
    await receiver.waitForDeliveries(2);
    const { stdout } = await listener.stop();
    expect(typesOf()).toEqual(types.split(','));
    const [ready, ...lines] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(ready).toEqual({
      listening: true,
      forward_to: `${receiver.url}/`,
      secret: expect.stringMatching(SECRET),
    });
    expect(lines.map(({ event_type, status }) => [event_type, status])).toEqual(
      types.split(',').map((type) => [type, 200]),
    );
  });

  it('forwards an event whose transaction commits after later events', async () => {
    const listener = start(lading, ['listen', '--forward-to', receiver.url]);
    await listener.waitForOutput(SECRET);
    const { event_id } = await lading.runJson<{ event_id: string }>(['trigger', 'customer.created']);
    await receiver.waitForDeliveries(1);
    const late = `evt_${'0'.repeat(32)}`;
    const slow = app.sql.createQueryRunner();
    await slow.startTransaction();
    await slow.query(
      `INSERT INTO events (public_id, organization_id, mode, type, data)
       SELECT $1, organization_id, mode, type, data FROM events WHERE public_id = $2`,
      [late, event_id],
    );
    // Longer than the period that each poll covers.
    await sleep(6_000);
    await lading.runJson(['trigger', 'customer.created']);
    await receiver.waitForDeliveries(2);
    await slow.commitTransaction();
    await slow.release();
    await receiver.waitForDeliveries(3);
    expect(receiver.received.at(-1)!.body.id).toBe(late);
  });

  it('prints the result of a failed forward and continues', async () => {
    const { id } = await newFreight(organization.test);
    receiver.responder = respondWith(302, { Location: `${receiver.url}/elsewhere` });
    const listener = start(lading, ['listen', '--forward-to', receiver.url]);
    const deaf = start(lading, ['listen', '--forward-to', await findClosedPort()]);
    await Promise.all([listener.waitForOutput(SECRET), deaf.waitForOutput(SECRET)]);
    await lading.runJson(['trigger', 'shipment.booked', '--shipment', `${id}`]);
    await listener.waitForOutput(/shipment\.booked.* 302 in/);
    await deaf.waitForOutput(/shipment\.booked.* not delivered: ECONNREFUSED/);
    expect(receiver.received.map(({ path }) => path)).not.toContain('/elsewhere');
  });

  it('forwards each event once across a restart of the service', async () => {
    const env = { DATABASE_URL: await createDatabase() };
    const first = await startService(env);
    services.push(first);
    const [key] = (await eventually(() => /fk_test_\w+/.exec(first.output())))!;
    const by = command({ LADING_URL: first.url, LADING_API_KEY: key });
    const listener = start(by, ['listen', '--forward-to', receiver.url]);
    await listener.waitForOutput(SECRET);
    const trigger = async () =>
      (await by.runJson<{ event_id: string }>(['trigger', 'customer.created'])).event_id;
    const ids = [await trigger()];
    await receiver.waitForDeliveries(1);
    await first.stop();
    await listener.waitForOutput(/is not responding \(connection_failed\)\. Retrying\./);
    services.push(await startService({ ...env, PORT: new URL(first.url).port }));
    ids.push(await trigger(), await trigger());
    await listener.waitForOutput(/responds again/);
    ids.push(await trigger());
    await receiver.waitForDeliveries(ids.length);
    // Two more polls, one of which covers a minute, return nothing new.
    ids.push(await trigger());
    await receiver.waitForDeliveries(ids.length);
    expect(receiver.received.map(({ body }) => body.id)).toEqual(ids);
    expect((await listener.stop()).code).toBe(0);
  });

  it('rejects live keys', async () => {
    const live = command({ LADING_URL: app.url, LADING_API_KEY: organization.liveKey });
    expect(await live.run(['listen', '--forward-to', '4242'])).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringMatching(/Use a key that starts with fk_test_/),
    });
    expect(await live.run(['trigger', 'shipment.booked'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error test_mode_required: /),
    });
  });

  it("exits immediately for an unknown event type or one outside the key's scopes", async () => {
    const unknown = ['listen', '--forward-to', receiver.url, '--events', 'shipment.lost'];
    expect(await lading.run(unknown)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error \w+, type: /),
    });
  });

  it('prints events as they happen', async () => {
    const tail = start(lading, ['events', 'tail', '--json']);
    await tail.waitForOutput(/Waiting for events/);
    const { event_id } = await lading.runJson<{ event_id: string }>(['trigger', 'customer.created']);
    await tail.waitForOutput(new RegExp(event_id));
    const { code, stdout } = await tail.stop();
    expect(code).toBe(0);
    const { body } = await organization.test.get(`/api/v1/events/${event_id}`);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toContainEqual(body);
  });

  it('prints requests as they end, except its own', async () => {
    const tail = start(lading, ['logs', 'tail']);
    await tail.waitForOutput(/Waiting for requests/);
    await organization.test.get('/api/v1/freight/999999').expect(404);
    await tail.waitForOutput(/ 404 +GET +\/api\/v1\/freight\/999999 +resource_missing +\d+ ms +req_\w+/);
    const { stdout } = await tail.stop();
    expect(stdout).not.toMatch(/200 +GET +\/api\/v1\/(requests|events)$/m);
  });
});
