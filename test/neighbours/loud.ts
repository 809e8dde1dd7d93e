import { Agent, createServer, request } from 'node:http';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Where the service is, and who asks. */
interface Caller {
  url: string;
  key: string;
}

/** Another address than the quiet one's, as a client of its own has. */
const LOCAL = '127.0.0.2';

const ends: (() => unknown)[] = [];
const answers = new Map<string, number>();
let hushed = false;

function note(what: string | number): void {
  answers.set(String(what), (answers.get(String(what)) ?? 0) + 1);
}

interface Ask {
  url: string;
  key?: string;
  method?: string;
  path: string;
  body?: string;
  /** Leaves after so many milliseconds. */
  leaveAfterMs?: number;
  /** Whether it asks again at once where it was refused. */
  rude?: boolean;
}

async function ask(
  agent: Agent,
  { url, key, method = 'GET', path, body, leaveAfterMs, rude }: Ask,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const asked = request(url + path, {
    method,
    agent,
    localAddress: LOCAL,
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
    ...(leaveAfterMs !== undefined && { signal: AbortSignal.timeout(leaveAfterMs) }),
  });
  asked.on('error', (error: NodeJS.ErrnoException) => {
    note(leaveAfterMs === undefined ? (error.code ?? 'error') : 'left');
    // A machine that is refused at the door doesn't knock as quickly as its processor can.
    setTimeout(resolve, 20);
  });
  asked.on('response', (answer) => {
    note(answer.statusCode!);
    const pause = answer.statusCode! >= 400 && !rude ? 200 : 0;
    answer.resume().on('close', () => setTimeout(resolve, pause));
  });
  asked.end(body);
  await promise;
}

/** So many at once, each asking again as soon as it was answered. */
function crowd(size: number, each: (agent: Agent) => Promise<void>): void {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  ends.push(() => agent.destroy());
  for (let one = 0; one < size; one++)
    void (async () => {
      while (!hushed) await each(agent);
    })();
}

/** Keeps `count` connections open that each send this and nothing more, and read nothing. */
function connections(url: string, count: number, text: string): void {
  const { hostname, port } = new URL(url);
  const one = (): void => {
    if (hushed) return;
    const socket = connect({ port: Number(port), host: hostname, localAddress: LOCAL });
    socket.pause();
    socket.on('error', () => undefined);
    socket.on('close', () => {
      note('closed');
      setTimeout(one, 100);
    });
    socket.on('connect', () => {
      note('connected');
      socket.write(text);
    });
    ends.push(() => socket.destroy());
  };
  for (let index = 0; index < count; index++) setTimeout(one, index / 5);
}

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const deeds = {
  /** Receivers that take this long; the port that they are on. */
  receive: ({ delayMs }: { delayMs: number }): Promise<number> =>
    listen(
      createServer((incoming, outgoing) => {
        incoming.resume();
        setTimeout(() => outgoing.writeHead(200).end(), delayMs);
      }),
    ),
  /** A carrier that takes calls and answers none; its port. */
  playDead: (): Promise<number> => listen(createServer((incoming) => incoming.resume())),
  /** Something that happens so often, whatever becomes of it. */
  happen: ({ perSecond, body, ...caller }: Caller & { perSecond: number; body: object }): void => {
    const agent = new Agent({ keepAlive: true });
    const timer = setInterval(
      () =>
        void ask(agent, { ...caller, method: 'POST', path: '/api/v1/customers', body: JSON.stringify(body) }),
      1_000 / perSecond,
    );
    ends.push(() => clearInterval(timer));
  },
  /** The same request, by so many at once. */
  ask: ({ atOnce, ...asked }: Ask & { atOnce: number }): void => crowd(atOnce, (agent) => ask(agent, asked)),
  /** One of these after the other, by so many at once. */
  askInTurn: ({ atOnce, paths, ...asked }: Omit<Ask, 'path'> & { atOnce: number; paths: string[] }): void => {
    let turn = 0;
    crowd(atOnce, (agent) => ask(agent, { ...asked, path: paths[turn++ % paths.length]! }));
  },
  /** The same request, once; how it ended is among the answers. */
  askOnce: async (asked: Ask): Promise<void> => {
    void ask(new Agent(), asked);
  },
  connect: ({ url, count, text }: { url: string; count: number; text: string }): void =>
    connections(url, count, text),
};

export type Deeds = typeof deeds;
export type Deed = keyof Deeds;

async function hush(): Promise<string> {
  hushed = true;
  for (const end of ends.splice(0)) end();
  await sleep(200);
  hushed = false;
  const said = [...answers].map(([answer, times]) => `${times} × ${answer}`).join(', ');
  answers.clear();
  return said;
}

process.on('message', ({ deed, options }: { deed: Deed | null; options: never }) => {
  const done = Promise.resolve().then(() => (deed === null ? hush() : (deeds[deed](options) as unknown)));
  done.then(
    (value) => process.send!({ value }),
    (error: Error) => process.send!({ error: error.stack }),
  );
});
process.on('disconnect', () => process.exit());
