import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { startService, type ServiceProcess } from '../support/service-process.js';

const services: ServiceProcess[] = [];
const ends: (() => void)[] = [];

async function start(env: Record<string, string> = {}): Promise<ServiceProcess> {
  const service = await startService(env);
  services.push(service);
  return service;
}

afterEach(async () => {
  for (const end of ends.splice(0)) end();
  for (const { process: child, kill } of services.splice(0)) if (child.exitCode === null) await kill();
});

async function getStatus(url: string): Promise<number> {
  return fetch(url).then(
    ({ status }) => status,
    () => 0,
  );
}

describe('a service that receives SIGTERM', () => {
  it('reports not ready, serves for SHUTDOWN_DELAY and closes its connections', async () => {
    const service = await start({ DATABASE_URL: await createDatabase(), SHUTDOWN_DELAY: '4s' });
    const agent = new Agent({ keepAlive: true });
    const get = async (path: string): Promise<IncomingMessage> => {
      const asked = request(`${service.url}${path}`, { agent }).end();
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      answer.resume();
      await once(answer, 'end');
      return answer;
    };
    expect((await get('/health/live')).headers.connection).toBe('keep-alive');
    service.process.kill('SIGTERM');
    await eventually(async () => (await get('/health/ready')).statusCode === 503);
    await eventually(() => service.output().includes('Stopping: finishing requests and jobs.'));
    const { statusCode, headers } = await get('/health/live');
    expect([statusCode, headers.connection]).toEqual([200, 'close']);
    const ready = (await (await fetch(`${service.url}/health/ready`)).json()) as { error: object };
    expect(ready.error).toEqual({ process: { status: 'down', message: 'stopping' } });
    await once(service.process, 'exit');
    expect(service.process.exitCode).toBe(0);
    agent.destroy();
  });

  it('exits although clients keep connections and an unfinished request open', async () => {
    const service = await start({ DATABASE_URL: await createDatabase(), HTTP_REQUEST_TIMEOUT: '60s' });
    const port = Number(new URL(service.url).port);
    const sockets = ['', 'POST /api/v1/quotes HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{'].map(
      (text) => {
        const socket = connect(port, '127.0.0.1');
        socket.on('error', () => undefined);
        socket.write(text);
        return socket;
      },
    );
    // The service reads connections in the order in which they came.
    await getStatus(`${service.url}/health/live`);
    service.process.kill('SIGTERM');
    const [code] = (await once(service.process, 'exit')) as [number];
    expect(code).toBe(0);
    for (const socket of sockets) socket.destroy();
  });
});

describe('a service that receives SIGTERM while a dependency hangs', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lading-shutdown-'));
    ends.push(() => rmSync(folder, { recursive: true }));
  });

  it('exits with a PDF in progress in a hung Chromium and without Redis', async () => {
    const chromium = join(folder, 'chromium');
    writeFileSync(chromium, '#!/bin/sh\nwhile :; do sleep 1; done\n');
    chmodSync(chromium, 0o755);
    const service = await start({
      DATABASE_URL: await createDatabase(),
      REDIS_URL: 'redis://127.0.0.1:9',
      CHROMIUM_PATH: chromium,
      DEMO_DATA: 'true',
    });
    const key = await eventually(() => /fk_test_\w+(?=[^]*curl)/.exec(service.output())?.[0]);
    const get = (path: string) =>
      fetch(`${service.url}/api/v1/${path}`, { headers: { Authorization: `Bearer ${key}` } });
    const { data } = (await (await get('freight')).json()) as { data: { id: number }[] };
    const paper = get(`freight/${data[0]!.id}/bol/pdf`).catch(() => null);
    await eventually(() => execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' }).includes(chromium));
    service.process.kill('SIGTERM');
    await once(service.process, 'exit');
    await paper;
    expect(service.process.exitCode).toBe(0);
    expect(execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' })).not.toContain(chromium);
  });

  it('exits during an endless name lookup', async () => {
    const pipe = join(folder, 'nobody-writes');
    execFileSync('mkfifo', [pipe]);
    const preload = join(folder, 'preload.mjs');
    // Occupies every thread that resolves names.
    writeFileSync(
      preload,
      `import { lookup } from 'node:dns';
       import { readFile } from 'node:fs';
       process.once('SIGTERM', () => {
         for (let thread = 0; thread < 4; thread++) readFile('${pipe}', () => undefined);
         lookup('redis.example', () => undefined);
       });`,
    );
    const service = await start({
      DATABASE_URL: await createDatabase(),
      NODE_OPTIONS: `--import=${preload}`,
      UV_THREADPOOL_SIZE: '4',
    });
    service.process.kill('SIGTERM');
    await once(service.process, 'exit');
    expect(service.output()).toContain('Shutdown timed out');
  });
});

describe('a rolling restart of two processes behind a proxy without retries', () => {
  /** Sends each request to a process that last reported ready, in turn, and does not retry. */
  async function proxy(targets: () => string[]): Promise<string> {
    let ready: string[] = [];
    let turn = 0;
    const look = setInterval(() => {
      void Promise.all(
        targets().map(async (url) => ((await getStatus(`${url}/health/ready`)) === 200 ? [url] : [])),
      ).then((found) => (ready = found.flat()));
    }, 50);
    const agent = new Agent({ keepAlive: true });
    const server = createServer((incoming, outgoing) => {
      const { hostname, port } = new URL(ready[turn++ % ready.length]!);
      const { method, url: path, headers } = incoming;
      const forwarded = request({ agent, hostname, port, method, path, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode!);
        answer.pipe(outgoing);
      });
      forwarded.on('error', () => outgoing.writeHead(502).end());
      incoming.pipe(forwarded);
    });
    server.listen(0, '127.0.0.1');
    ends.push(() => {
      clearInterval(look);
      agent.destroy();
      server.close();
      server.closeAllConnections();
    });
    await eventually(() => ready.length === 2);
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it('fails no request', async () => {
    const env = { DATABASE_URL: await createDatabase(), SHUTDOWN_DELAY: '1s', PROCESS_ROLE: 'api' };
    const running = [await start(env), await start(env)];
    const url = await proxy(() => running.map((service) => service.url));
    const statuses: number[] = [];
    let sent = 0;
    const load = setInterval(() => {
      sent++;
      void getStatus(`${url}/api/v1/customers`).then((status) => statuses.push(status));
    }, 25);
    ends.push(() => clearInterval(load));
    for (const index of [0, 1]) {
      const old = running[index]!;
      const successor = await start(env);
      old.process.kill('SIGTERM');
      await once(old.process, 'exit');
      running[index] = successor;
      await eventually(async () => (await getStatus(`${successor.url}/health/ready`)) === 200);
      const before = statuses.length;
      await eventually(() => statuses.length > before + 8);
    }
    clearInterval(load);
    await eventually(() => statuses.length === sent);
    expect(statuses.length).toBeGreaterThan(40);
    // The requests have no API key, so a 401 shows that the service itself responded.
    expect(statuses.filter((status) => status !== 401)).toEqual([]);
    // Four services start one after the other.
  }, 180_000);
});
