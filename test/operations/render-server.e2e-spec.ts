import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Config } from '../../src/config/config.js';
import { Printer } from '../../src/platform/pdf/printer.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { newFreight } from '../support/factories.js';
import { startService, type ServiceProcess } from '../support/service-process.js';

const SECRET = 'a-secret-of-these-tests-alone';
const PAGE = '<!doctype html><title>A page</title><p>A page';

async function startRenderServer(env: Record<string, string> = {}): Promise<ServiceProcess> {
  return startService({
    PROCESS_ROLE: 'render',
    RENDER_SECRET: SECRET,
    ...(process.env.CHROMIUM_PATH && { CHROMIUM_PATH: process.env.CHROMIUM_PATH }),
    // What it has no business with: it does not even look.
    DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing',
    NODE_ENV: 'production',
    ...env,
  });
}

function post(url: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}/print`, {
    method: 'POST',
    body,
    headers: { Authorization: `Bearer ${SECRET}`, ...headers },
  });
}

describe('a process that only prints', () => {
  let render: ServiceProcess;
  let app: TestApp;
  let org: TestOrganization;
  let paper: string;

  const ready = async (): Promise<{ status: string; info: Record<string, { message?: string }> }> =>
    (await app.client().get('/health/ready').expect(200)).body as never;
  const metrics = async (): Promise<string> => (await app.client().get('/metrics').expect(200)).text;

  beforeAll(async () => {
    render = await startRenderServer();
    // The same paper is printed again and again, to see whether anything prints.
    app = await startApp({ RENDER_URL: `${render.url}/`, RENDER_SECRET: SECRET, PDF_CACHE_BYTES: '0' });
    org = await app.organization();
    paper = `/api/v1/freight/${(await newFreight(org.test)).id}/bol/pdf`;
  });
  afterAll(async () => {
    await app.close();
    render.process.kill('SIGKILL');
  });

  it('prints for others, and tells what watches it how it is', async () => {
    const { body, headers } = await org.test.get(paper).responseType('blob').expect(200);
    expect(headers['content-type']).toBe('application/pdf');
    expect((body as Buffer).subarray(0, 5).toString()).toBe('%PDF-');
    expect((await ready()).info.render).toEqual({ status: 'up' });
    expect(await metrics()).toMatch(/lading_render_up\{host="127.0.0.1:\d+"\} 1/);
    for (const path of ['health/live', 'health/ready', 'metrics'])
      expect((await fetch(`${render.url}/${path}`)).status).toBe(200);
    expect((await fetch(`${render.url}/api/v1/freight`)).status).toBe(404);
  });

  it('prints for nobody else, and nothing that is larger than any paper', async () => {
    for (const Authorization of ['', 'Bearer ', 'Bearer wrong-wrong-wrong-wrong-wrong'])
      expect((await post(render.url, PAGE, { Authorization })).status).toBe(401);
    const chunked = new Blob([PAGE]).stream();
    const options = {
      method: 'POST',
      body: chunked,
      duplex: 'half',
      headers: { Authorization: `Bearer ${SECRET}` },
    };
    expect((await fetch(`${render.url}/print`, options as RequestInit)).status).toBe(413);
    expect((await post(render.url, PAGE)).status).toBe(200);
  });

  it('gives owners turns, whoever of its clients asks for them', async () => {
    const owners = ['one', 'one', 'one', 'one', 'one', 'one', 'two'];
    const order: string[] = [];
    await Promise.all(
      owners.map(async (owner) => {
        const response = await post(render.url, PAGE.repeat(200), { 'X-Print-Owner': owner });
        expect(response.status).toBe(200);
        order.push(owner);
      }),
    );
    expect(order.indexOf('two')).toBeLessThan(owners.length - 1);
  });

  it('gives up what a client no longer waits for', async () => {
    const printer = app.app.get(Printer);
    for (let round = 0; round < 20; round++) {
      const left = new AbortController();
      const printing = printer.printPdf(PAGE.repeat(2_000), { owner: 'leaver', signal: left.signal });
      await sleep(5);
      left.abort();
      await expect(printing).rejects.toMatchObject({ code: 'pdf_busy' });
    }
    // Its turns are free again.
    await printer.printPdf(PAGE, { owner: 'leaver' });
  });

  it('is missed by what needs it alone: 503 with Retry-After, until it is back', async () => {
    const { port } = new URL(render.url);
    await render.kill();
    const refused = await org.test.get(paper).expect(503);
    expect(refused.body.error.code).toBe('service_unavailable');
    expect(refused.headers['retry-after']).toBeDefined();
    await org.test.get('/api/v1/freight').expect(200);
    const state = await ready();
    expect([state.status, state.info.render!.message]).toEqual(['ok', expect.stringContaining('RENDER_URL')]);
    expect(await metrics()).toMatch(/lading_render_up\{host="127.0.0.1:\d+"\} 0/);
    expect(await metrics()).toMatch(/lading_pdf_duration_seconds_count\{outcome="away"\} [1-9]/);
    render = await startRenderServer({ PORT: port });
    await org.test.get(paper).expect(200);
  });

  it('is left when it hangs, long before the deadline of a paper', async () => {
    await org.test.get(paper).expect(200);
    render.process.kill('SIGSTOP');
    try {
      const refused = await org.test.get(paper).expect(503);
      expect(refused.body.error.code).toBe('service_unavailable');
    } finally {
      render.process.kill('SIGCONT');
    }
    await eventually(async () => (await org.test.get(paper)).status === 200);
  });

  it('says that the secrets differ, and shows neither', async () => {
    const other = await startApp({ RENDER_URL: render.url, RENDER_SECRET: 'another-secret-of-these-tests' });
    try {
      const refusal = other.app.get(Printer).printPdf(PAGE);
      await expect(refusal).rejects.toMatchObject({ message: expect.stringContaining('RENDER_SECRET') });
      await expect(refusal).rejects.toMatchObject({ message: expect.not.stringContaining('another-secret') });
    } finally {
      await other.close();
    }
  });

  it('ends in order when it is told to', async () => {
    const printing = post(render.url, PAGE);
    await sleep(20);
    await render.stop();
    expect((await printing).status).toBe(200);
    expect(render.process.exitCode).toBe(0);
  });
});

describe('what answers that it cannot print', () => {
  it.each([
    ['pdf_busy', 'busy'],
    ['service_unavailable', 'hung'],
  ])('is passed on and counted: %s', async (code, outcome) => {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(503).end(JSON.stringify({ error: { code } }));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const app = await startApp({ RENDER_URL: url, RENDER_SECRET: SECRET });
    const counted = async (): Promise<number> => {
      const { text } = await app.client().get('/metrics').expect(200);
      return Number(
        new RegExp(`lading_pdf_duration_seconds_count{outcome="${outcome}"} (.*)`).exec(text)?.[1],
      );
    };
    try {
      const before = await counted();
      await expect(app.app.get(Printer).printPdf(PAGE)).rejects.toMatchObject({ code });
      expect(await counted()).toBe(before + 1);
    } finally {
      await app.close();
      server.close();
    }
  });
});

describe('what answers as if it printed', () => {
  it('is taken for no paper', async () => {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(302, { Location: '/elsewhere' }).end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const app = await startApp({ RENDER_URL: url, RENDER_SECRET: SECRET });
    try {
      await expect(app.app.get(Printer).printPdf(PAGE)).rejects.toMatchObject({
        code: 'service_unavailable',
      });
    } finally {
      await app.close();
      server.close();
    }
  });
});

describe('the settings of printing elsewhere', () => {
  const configOf = (env: Record<string, string>) =>
    new Config({ DATA_DIR: process.env.TEST_DATA_DIR, ...env });

  it('need a secret that nobody guesses', () => {
    expect(() => configOf({ PROCESS_ROLE: 'render' })).toThrow(/RENDER_SECRET/);
    expect(() => configOf({ RENDER_URL: 'http://render:3000' })).toThrow(/RENDER_SECRET/);
    expect(() => configOf({ RENDER_URL: 'http://render:3000', RENDER_SECRET: 'short' })).toThrow(
      /RENDER_SECRET/,
    );
    expect(() => configOf({ RENDER_URL: 'redis://render', RENDER_SECRET: SECRET })).toThrow(/RENDER_URL/);
  });

  it('need no other secret where it prints', () => {
    const { encryption } = configOf({
      PROCESS_ROLE: 'render',
      RENDER_SECRET: SECRET,
      NODE_ENV: 'production',
    });
    expect(encryption.key).toHaveLength(0);
  });
});
