import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Config } from '../../src/config/config.js';
import { Printer } from '../../src/platform/pdf/printer.js';
import type { ApiError } from '../../src/platform/http/errors/api-error.js';
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
    // A render process does not connect to the database.
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

describe('a render server', () => {
  let render: ServiceProcess;
  let app: TestApp;
  let org: TestOrganization;
  let paper: string;

  const ready = async (): Promise<{ status: string; info: Record<string, { message?: string }> }> =>
    (await app.client().get('/health/ready').expect(200)).body as never;
  const metrics = async (): Promise<string> => (await app.client().get('/metrics').expect(200)).text;

  beforeAll(async () => {
    render = await startRenderServer();
    // Without a cache, the same PDF can be printed repeatedly to check that printing works.
    app = await startApp({ RENDER_URL: `${render.url}/`, RENDER_SECRET: SECRET, PDF_CACHE_BYTES: '0' });
    org = await app.organization();
    paper = `/api/v1/freight/${(await newFreight(org.test)).id}/bol/pdf`;
  });
  afterAll(async () => {
    await app.close();
    render.process.kill('SIGKILL');
  });

  it('renders PDFs for other processes and reports its health and metrics', async () => {
    const { body, headers } = await org.test.get(paper).responseType('blob').expect(200);
    expect(headers['content-type']).toBe('application/pdf');
    expect((body as Buffer).subarray(0, 5).toString()).toBe('%PDF-');
    expect((await ready()).info.render).toEqual({ status: 'up' });
    expect(await metrics()).toMatch(/lading_render_up\{host="127.0.0.1:\d+"\} 1/);
    for (const path of ['health/live', 'health/ready', 'metrics'])
      expect((await fetch(`${render.url}/${path}`)).status).toBe(200);
    expect((await fetch(`${render.url}/api/v1/freight`)).status).toBe(404);
  });

  it('rejects clients without the secret and bodies above the size limit', async () => {
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

  it('takes owners in turn, whichever client sends their pages', async () => {
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

  it('stops rendering for a client that disconnects', async () => {
    const printer = app.app.get(Printer);
    for (let round = 0; round < 20; round++) {
      const left = new AbortController();
      const printing = printer.printPdf(PAGE.repeat(2_000), { owner: 'leaver', signal: left.signal });
      // The client disconnects at a random moment.
      await sleep(5);
      left.abort();
      await expect(printing).rejects.toMatchObject({ code: 'pdf_busy' });
    }
    // All print slots become free again.
    await eventually(() =>
      printer.printPdf(PAGE, { owner: 'leaver' }).catch((error: ApiError) => {
        if (error.code !== 'pdf_busy') throw error;
        return null;
      }),
    );
  });

  it('causes 503 with Retry-After for PDFs only while it is down', async () => {
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

  it('that hangs causes 503 long before the deadline of the PDF', async () => {
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

  it('reports different secrets without showing them', async () => {
    const other = await startApp({ RENDER_URL: render.url, RENDER_SECRET: 'another-secret-of-these-tests' });
    try {
      const refusal = other.app.get(Printer).printPdf(PAGE);
      await expect(refusal).rejects.toMatchObject({ message: expect.stringContaining('RENDER_SECRET') });
      await expect(refusal).rejects.toMatchObject({ message: expect.not.stringContaining('another-secret') });
    } finally {
      await other.close();
    }
  });

  it('shuts down after the request in progress', async () => {
    // Long enough that the metrics are read before it is printed.
    const printing = post(render.url, PAGE.repeat(1_500));
    const metrics = async () => (await fetch(`${render.url}/metrics`)).text();
    await eventually(async () => (await metrics()).includes('lading_http_requests_in_flight 1'));
    await render.stop();
    expect((await printing).status).toBe(200);
    expect(render.process.exitCode).toBe(0);
  });
});

describe('a 503 of the render server', () => {
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

describe('a redirect from the render server', () => {
  it('is not used as a PDF', async () => {
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

describe('settings of the render server', () => {
  const configOf = (env: Record<string, string>) =>
    new Config({ DATA_DIR: process.env.TEST_DATA_DIR, ...env });

  it('require a long secret', () => {
    expect(() => configOf({ PROCESS_ROLE: 'render' })).toThrow(/RENDER_SECRET/);
    expect(() => configOf({ RENDER_URL: 'http://render:3000' })).toThrow(/RENDER_SECRET/);
    expect(() => configOf({ RENDER_URL: 'http://render:3000', RENDER_SECRET: 'short' })).toThrow(
      /RENDER_SECRET/,
    );
    expect(() => configOf({ RENDER_URL: 'redis://render', RENDER_SECRET: SECRET })).toThrow(/RENDER_URL/);
  });

  it('require no encryption key', () => {
    const { encryption } = configOf({
      PROCESS_ROLE: 'render',
      RENDER_SECRET: SECRET,
      NODE_ENV: 'production',
    });
    expect(encryption.key).toHaveLength(0);
  });
});
