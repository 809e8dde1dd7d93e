import { Agent, createServer, request } from 'node:http';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The address of the service and the caller's key. */
interface ServiceCaller {
  url: string;
  key: string;
}

/** Another address than the light tenant's, as a separate client has. */
const SOURCE_ADDRESS = '127.0.0.2';

const cleanups: (() => unknown)[] = [];
const answerCounts = new Map<string, number>();
let isStopped = false;

function countAnswer(what: string | number): void {
  answerCounts.set(String(what), (answerCounts.get(String(what)) ?? 0) + 1);
}

interface LoadRequest {
  url: string;
  key?: string;
  method?: string;
  path: string;
  body?: string;
  headers?: Record<string, string>;
  /** Aborts the request after this many milliseconds. */
  abortAfterMs?: number;
  /** If true, the tenant repeats a rejected request at once. */
  retriesImmediately?: boolean;
}

async function sendRequest(
  agent: Agent,
  {
    url,
    key,
    method = 'GET',
    path,
    body,
    headers,
    abortAfterMs: leaveAfterMs,
    retriesImmediately: rude,
  }: LoadRequest,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const asked = request(url + path, {
    method,
    agent,
    localAddress: SOURCE_ADDRESS,
    headers: {
      'content-type': 'application/json',
      ...(key && { authorization: `Bearer ${key}` }),
      ...headers,
    },
    ...(leaveAfterMs !== undefined && { signal: AbortSignal.timeout(leaveAfterMs) }),
  });
  asked.on('error', (error: NodeJS.ErrnoException) => {
    countAnswer(leaveAfterMs === undefined ? (error.code ?? 'error') : 'left');
    // Limits the retry rate of a rejected client.
    setTimeout(resolve, 20);
  });
  asked.on('response', (answer) => {
    countAnswer(answer.statusCode!);
    const pause = answer.statusCode! >= 400 && !rude ? 200 : 0;
    answer.resume().on('close', () => setTimeout(resolve, pause));
  });
  asked.end(body);
  await promise;
}

/** Runs `size` loops at once, each of which repeats as soon as it has a response. */
function runConcurrently(size: number, each: (agent: Agent) => Promise<void>): void {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  cleanups.push(() => agent.destroy());
  for (let one = 0; one < size; one++)
    void (async () => {
      while (!isStopped) await each(agent);
    })();
}

/** Keeps `count` connections open that send only this and read nothing. */
function holdConnections(url: string, count: number, text: string): void {
  const { hostname, port } = new URL(url);
  const one = (): void => {
    if (isStopped) return;
    const socket = connect({ port: Number(port), host: hostname, localAddress: SOURCE_ADDRESS });
    socket.pause();
    socket.on('error', () => undefined);
    socket.on('close', () => {
      countAnswer('closed');
      setTimeout(one, 100);
    });
    socket.on('connect', () => {
      countAnswer('connected');
      socket.write(text);
    });
    cleanups.push(() => socket.destroy());
  };
  for (let index = 0; index < count; index++) setTimeout(one, index / 5);
}

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const loadActions = {
  /** Starts receivers that respond after this delay. Returns their port. */
  receive: ({ delayMs }: { delayMs: number }): Promise<number> =>
    listen(
      createServer((incoming, outgoing) => {
        incoming.resume();
        setTimeout(() => outgoing.writeHead(200).end(), delayMs);
      }),
    ),
  /** Starts a carrier that accepts calls and never responds. Returns its port. */
  playDead: (): Promise<number> => listen(createServer((incoming) => incoming.resume())),
  /** Sends a request at this rate, regardless of the responses. Creates a customer if it has no path. */
  happen: ({
    perSecond,
    body,
    path,
    ...caller
  }: ServiceCaller & { perSecond: number; body?: object; path?: string }): void => {
    const agent = new Agent({ keepAlive: true });
    const asked = path
      ? { ...caller, path }
      : { ...caller, method: 'POST', path: '/api/v1/customers', body: JSON.stringify(body) };
    const timer = setInterval(() => void sendRequest(agent, asked), 1_000 / perSecond);
    cleanups.push(() => clearInterval(timer));
  },
  /** Sends the same request in `atOnce` loops. */
  ask: ({ atOnce, ...asked }: LoadRequest & { atOnce: number }): void =>
    runConcurrently(atOnce, (agent) => sendRequest(agent, asked)),
  /** Sends these requests one after the other, in `atOnce` loops. */
  askInTurn: ({
    atOnce,
    paths,
    ...asked
  }: Omit<LoadRequest, 'path'> & { atOnce: number; paths: string[] }): void => {
    let turn = 0;
    runConcurrently(atOnce, (agent) => sendRequest(agent, { ...asked, path: paths[turn++ % paths.length]! }));
  },
  /** Sends the same request once. Its result is among the responses. */
  askOnce: async (asked: LoadRequest): Promise<void> => {
    void sendRequest(new Agent(), asked);
  },
  connect: ({ url, count, text }: { url: string; count: number; text: string }): void =>
    holdConnections(url, count, text),
};

export type LoadActions = typeof loadActions;
export type LoadAction = keyof LoadActions;

async function stopLoad(): Promise<string> {
  isStopped = true;
  for (const end of cleanups.splice(0)) end();
  await sleep(200);
  isStopped = false;
  const said = [...answerCounts].map(([answer, times]) => `${times} × ${answer}`).join(', ');
  answerCounts.clear();
  return said;
}

process.on('message', ({ deed, options }: { deed: LoadAction | null; options: never }) => {
  const done = Promise.resolve().then(() =>
    deed === null ? stopLoad() : (loadActions[deed](options) as unknown),
  );
  done.then(
    (value) => process.send!({ value }),
    (error: Error) => process.send!({ error: error.stack }),
  );
});
process.on('disconnect', () => process.exit());
