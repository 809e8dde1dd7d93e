import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import * as tls from 'node:tls';
import { ReceiverAddressResolver } from '../../src/features/webhooks/delivery/webhook-client.js';
import { eventually } from '../support/eventually.js';
import { listSsrfUrls, MALFORMED_URLS } from '../support/ssrf-urls.js';
import { CERTIFICATE_FILE, startReceiver } from '../support/receiver.js';
import { WEBHOOKS_PATH, Fixture } from '../support/fixture.js';

/** Counts every connection to this machine, whatever its target address. */
async function canary(): Promise<{ port: number; connections(): number; server: Server }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  server.listen(0, '::');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, connections: () => connections, server };
}

describe('webhook address rules', () => {
  let bench: Fixture;
  let trap: Awaited<ReturnType<typeof canary>>;
  let answers: Record<string, string[] | (() => string[])>;
  let addresses: ReceiverAddressResolver;

  beforeAll(async () => {
    trap = await canary();
    bench = await Fixture.start({ WEBHOOK_ALLOWED_CIDRS: '', WEBHOOK_RETRY_DELAYS: '0s,1h' });
    answers = {};
    addresses = bench.app.app.get(ReceiverAddressResolver);
    addresses.resolve = async (name) => {
      const answer = answers[name] ?? [];
      return typeof answer === 'function' ? answer() : answer;
    };
  });
  afterAll(async () => {
    await bench.close();
    trap.server.close();
  });

  it('are tested with more than 120 hostile URLs', () => {
    expect(new Set([...listSsrfUrls(1), ...MALFORMED_URLS]).size).toBeGreaterThan(150);
    expect(new Set(listSsrfUrls(1)).size).toBeGreaterThan(110);
  });

  it('reject every hostile URL at creation and at PATCH, with param url', async () => {
    const events = ['quote.created'];
    const { id } = await bench.createEndpoint('http://receiver.example');
    for (const url of [...listSsrfUrls(trap.port), ...MALFORMED_URLS]) {
      const created = await bench.org.test.post(WEBHOOKS_PATH).send({ url, events });
      expect({ url, status: created.status, param: created.body.error?.param }).toEqual({
        url,
        status: 400,
        param: 'url',
      });
      const changed = await bench.org.test.patch(`${WEBHOOKS_PATH}/${id}`).send({ url });
      expect({ url, status: changed.status, param: changed.body.error?.param }).toEqual({
        url,
        status: 400,
        param: 'url',
      });
    }
    expect((await bench.getEndpoint(id)).url).toBe('http://receiver.example');
    await bench.org.test.delete(`${WEBHOOKS_PATH}/${id}`);
  });

  it('prevent connections to hostile URLs that are already stored', async () => {
    const { id } = await bench.createEndpoint('http://receiver.example');
    for (const url of listSsrfUrls(trap.port)) {
      await bench.app.sql.query(
        `UPDATE webhook_endpoints SET url = $1, active = true, consecutive_failures = 0 WHERE id = $2`,
        [url, id],
      );
      await bench.publishEvent();
      const { error } = await bench.waitForDelivery(id, ({ attempt_count: count }) => count === 1);
      expect({ url, error }).toEqual({ url, error: 'blocked_address' });
    }
    expect(trap.connections()).toBe(0);
    await bench.org.test.delete(`${WEBHOOKS_PATH}/${id}`);
  });

  it.each([
    ['a private address', ['10.0.0.1'], 'blocked_address'],
    ['loopback', ['127.0.0.1'], 'blocked_address'],
    ['loopback by IPv6', ['::1'], 'blocked_address'],
    ['loopback mapped into IPv6', ['::ffff:127.0.0.1'], 'blocked_address'],
    ['loopback through NAT64', ['64:ff9b::7f00:1'], 'blocked_address'],
    ['a metadata service', ['169.254.169.254'], 'blocked_address'],
    ['a public address, then loopback', ['93.184.216.34', '127.0.0.1'], 'blocked_address'],
    ['loopback, then a public address', ['127.0.0.1', '93.184.216.34'], 'blocked_address'],
    ['a public IPv4 and a local IPv6 address', ['93.184.216.34', 'fe80::1'], 'blocked_address'],
    ['a link-local address with its zone', ['fe80::1%lo'], 'blocked_address'],
    ['text that is not an address', ['localhost'], 'blocked_address'],
    ['nothing', [], 'dns'],
  ])('reject a name that resolves to %s', async (_name, resolved, error) => {
    const name = `${Math.random().toString(36).slice(2)}.example`;
    answers[name] = resolved;
    const delivery = await bench.deliverOnce(`http://${name}:${trap.port}/`);
    expect(delivery).toMatchObject({ error, response_status: null, status: 'retrying' });
    expect(trap.connections()).toBe(0);
  });

  it('resolve the name again for later attempts and reject a changed address', async () => {
    const receiver = await startReceiver();
    const local = await Fixture.start();
    const served = local.app.app.get(ReceiverAddressResolver);
    let asked = 0;
    served.resolve = async () => (asked++ === 0 ? ['127.0.0.1'] : ['10.0.0.1']);
    const { id } = await local.createEndpoint(`http://rebinding.example:${new URL(receiver.url).port}/`);
    await local.publishEvent();
    await local.waitForDelivery(id, ({ status }) => status === 'delivered');
    // The resolver caches a name for a moment.
    await eventually(async () => {
      await local.publishEvent();
      const tried = await local.waitForDelivery(id, ({ attempt_count: count }) => count >= 1);
      return tried.attempts[0]!.error === 'blocked_address';
    });
    const delivered = (await local.listDeliveries(id)).filter(({ status }) => status === 'delivered');
    expect(receiver.received).toHaveLength(delivered.length);
    await local.close();
    await receiver.close();
  });

  it('connect to the checked address with the original Host and SNI', async () => {
    const receiver = await startReceiver(undefined, { tls: true });
    const before = tls.getCACertificates('default');
    tls.setDefaultCACertificates([...before, readFileSync(CERTIFICATE_FILE, 'utf8')]);
    const local = await Fixture.start();
    local.app.app.get(ReceiverAddressResolver).resolve = async () => ['127.0.0.1'];
    const { port } = new URL(receiver.url);
    const host = `receiver.test:${port}`;
    const { id } = await local.createEndpoint(`https://${host}/`);
    await local.publishEvent();
    await local.waitForDelivery(id, ({ attempt_count: count }) => count >= 1);
    expect((await local.listDeliveries(id))[0]).toMatchObject({ status: 'delivered', error: null });
    expect(receiver.received).toMatchObject([{ servername: 'receiver.test', headers: { host } }]);
    const other = await local.deliverOnce(`https://other.test:${port}/`);
    expect(other.attempts[0]!.error).toBe('tls');
    expect(receiver.received.every(({ servername }) => servername === 'receiver.test')).toBe(true);
    await local.close();
    await receiver.close();
    tls.setDefaultCACertificates(before);
  });

  it('try the next address of a name when one refuses the connection', async () => {
    const receiver = await startReceiver();
    const local = await Fixture.start({ WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128' });
    local.app.app.get(ReceiverAddressResolver).resolve = async () => ['127.0.0.9', '::1', '127.0.0.1'];
    const delivery = await local.deliverOnce(`http://several.example:${new URL(receiver.url).port}/`);
    expect(delivery.status).toBe('delivered');
    await local.close();
    await receiver.close();
  });

  it('allow localhost if its network is allowed', async () => {
    const receiver = await startReceiver();
    const local = await Fixture.start();
    const delivery = await local.deliverOnce(receiver.url.replace('127.0.0.1', 'localhost'));
    expect(delivery.status).toBe('delivered');
    await local.close();
    await receiver.close();
  });

  it.each([
    'https://8.8.8.8',
    'https://[2606:4700::1111]:8443/x',
    'https://example.com.',
    'https://münchen.example',
  ])('accept %s', async (url) => {
    await bench.org.test
      .post(WEBHOOKS_PATH)
      .send({ url, events: ['bill.updated'] })
      .expect(201);
  });
});
