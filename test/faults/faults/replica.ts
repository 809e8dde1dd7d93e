import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  hasPostgresPair,
  startPostgresPair,
  type Follower,
  type PostgresPair,
} from '../../support/postgres-pair.ts';
import { Lab, MAX_CONNECTIONS } from '../lab.ts';
import { underLoad, type Fault, type Outcome } from '../outcome.ts';

const TIMES = 2;
const HARM_MS = 6_000;
const READ_EVERY_MS = 50;

let pair: PostgresPair;

/** The lab with lists that are read from a replica; undefined where this machine has none. */
export async function openReplicaLab(): Promise<Lab | undefined> {
  if (!hasPostgresPair()) return undefined;
  pair = await startPostgresPair({ max_connections: String(MAX_CONNECTIONS) }, { synchronous: false });
  return Lab.open(() => Promise.resolve(pair), { DATABASE_READ_URL: pair.follower.url });
}

/** Somebody who writes, and reads at once in a list what was written. */
class Reader {
  private lists = 0;
  private refused = 0;
  private lacking = 0;
  private stopping = false;
  private readonly reading: Promise<void>;
  private readonly lab: Lab;

  constructor(lab: Lab) {
    this.lab = lab;
    this.reading = this.read();
  }

  async stop(): Promise<string[]> {
    this.stopping = true;
    await this.reading;
    return [
      ...(this.lists === 0 ? ['no list was read'] : []),
      ...(this.refused > 0 ? [`${this.refused} lists were refused`] : []),
      ...(this.lacking > 0 ? [`${this.lacking} of ${this.lists} lists lacked what had been written`] : []),
    ];
  }

  private async read(): Promise<void> {
    for (; !this.stopping; await sleep(READ_EVERY_MS)) {
      const reference = randomUUID();
      const written = await this.lab.call('POST', 'customers', { name: 'Ben', external_ref: reference });
      const list = await this.lab.call('GET', `customers?external_ref=${reference}`);
      this.lists++;
      if (written.status !== 201 || list.status !== 200) this.refused++;
      else if (!idsOf(list.body).includes((written.body as { id: number }).id)) this.lacking++;
    }
  }
}

/** Nobody notices but operators: every request is answered, no list is older than what its client knows. */
function harmed(harm: (follower: Follower) => Promise<unknown>, mend: (follower: Follower) => unknown) {
  return async (lab: Lab): Promise<Outcome> => {
    const before = await answeredBy(lab);
    const reader = new Reader(lab);
    let missed: string[] = [];
    const outcome = await underLoad(
      lab,
      async (injected, settled) => {
        try {
          for (let time = 0; time < TIMES; time++) {
            injected();
            await harm(pair.follower);
            await sleep(HARM_MS);
            await mend(pair.follower);
            await settled();
          }
        } finally {
          missed = await reader.stop();
        }
      },
      { answersAlways: true },
    );
    const lists = [...(await answeredBy(lab))].map(
      ([who, count]) => [who, count - (before.get(who) ?? 0)] as const,
    );
    const by = lists.filter(([, count]) => count > 0).map(([who, count]) => `${count} × ${who}`);
    if (!lists.some(([who, count]) => who === 'replica' && count > 0))
      missed.push('no list came of the replica');
    if (by.length < 2) missed.push('no list was kept from the replica');
    return {
      ...outcome,
      complaint: [outcome.complaint, ...missed].filter(Boolean).join(', '),
      said: `lists by lading_database_read_total: ${by.join(', ')}`,
    };
  };
}

export const REPLICA_FAULTS: Fault[] = [
  {
    name: 'the read replica replays nothing for 6 s',
    told: true,
    run: harmed(
      ({ ask }) => ask('pg_wal_replay_pause()'),
      ({ ask }) => ask('pg_wal_replay_resume()'),
    ),
  },
  {
    name: 'the read replica stands still for 6 s (SIGSTOP)',
    told: true,
    run: harmed(
      async ({ signal }) => signal('SIGSTOP'),
      ({ signal }) => signal('SIGCONT'),
    ),
  },
  {
    name: 'the read replica dies and comes back 6 s later',
    told: true,
    run: harmed(
      async ({ signal }) => signal('SIGQUIT'),
      ({ start }) => start(),
    ),
  },
];

function idsOf(list: unknown): number[] {
  return (list as { data: { id: number }[] }).data.map(({ id }) => id);
}

/** How many lists were answered by whom so far. */
async function answeredBy(lab: Lab): Promise<Map<string, number>> {
  const text = await (await fetch(`${lab.service('api').url}/metrics`)).text();
  const lines = text.matchAll(/^lading_database_read_total\{.*outcome="(\w+)".*\} (\d+)/gm);
  return new Map([...lines].map(([, who, count]) => [who!, Number(count)]));
}
