import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  hasPostgresPair,
  startPostgresPair,
  type PostgresReplica,
  type PostgresPair,
} from '../../support/postgres-pair.ts';
import { FaultCluster, MAX_CONNECTIONS } from '../fault-cluster.ts';
import { runUnderLoad, type Fault, type FaultOutcome } from '../fault.ts';

const TIMES = 2;
const HARM_MS = 6_000;
const READ_EVERY_MS = 50;

let pair: PostgresPair;

/** Opens the cluster with lists from a replica; undefined if this machine has none. */
export async function openReplicaCluster(): Promise<FaultCluster | undefined> {
  if (!hasPostgresPair()) return undefined;
  pair = await startPostgresPair({ max_connections: String(MAX_CONNECTIONS) }, { synchronous: false });
  return FaultCluster.open(() => Promise.resolve(pair), { DATABASE_READ_URL: pair.replica.url });
}

/** Writes, and checks that an immediate list contains the write. */
class ReadYourWritesChecker {
  private lists = 0;
  private refused = 0;
  private missing = 0;
  private stopping = false;
  private readonly reading: Promise<void>;
  private readonly lab: FaultCluster;

  constructor(lab: FaultCluster) {
    this.lab = lab;
    this.reading = this.read();
  }

  async stop(): Promise<string[]> {
    this.stopping = true;
    await this.reading;
    return [
      ...(this.lists === 0 ? ['no list was read'] : []),
      ...(this.refused > 0 ? [`${this.refused} lists were refused`] : []),
      ...(this.missing > 0 ? [`${this.missing} of ${this.lists} lists lacked what had been written`] : []),
    ];
  }

  private async read(): Promise<void> {
    for (; !this.stopping; await sleep(READ_EVERY_MS)) {
      const reference = randomUUID();
      const written = await this.lab.call('POST', 'customers', { name: 'Ben', external_ref: reference });
      const list = await this.lab.call('GET', `customers?external_ref=${reference}`);
      this.lists++;
      if (written.status !== 201 || list.status !== 200) this.refused++;
      else if (!toIds(list.body).includes((written.body as { id: number }).id)) this.missing++;
    }
  }
}

/**
 * Runs a fault that only operators notice: every request succeeds, and no list is older than its client's last write.
 */
function replicaFault(
  harm: (follower: PostgresReplica) => Promise<unknown>,
  mend: (follower: PostgresReplica) => unknown,
) {
  return async (lab: FaultCluster): Promise<FaultOutcome> => {
    const before = await countListsByServer(lab);
    const reader = new ReadYourWritesChecker(lab);
    let missed: string[] = [];
    const outcome = await runUnderLoad(
      lab,
      async (injected, settled) => {
        try {
          for (let time = 0; time < TIMES; time++) {
            injected();
            await harm(pair.replica);
            await sleep(HARM_MS);
            await mend(pair.replica);
            await settled();
          }
        } finally {
          missed = await reader.stop();
        }
      },
      { requiresAnswers: true },
    );
    const lists = [...(await countListsByServer(lab))].map(
      ([who, count]) => [who, count - (before.get(who) ?? 0)] as const,
    );
    const by = lists.filter(([, count]) => count > 0).map(([who, count]) => `${count} × ${who}`);
    if (!lists.some(([who, count]) => who === 'replica' && count > 0))
      missed.push('no list came of the replica');
    if (by.length < 2) missed.push('no list was kept from the replica');
    return {
      ...outcome,
      failure: [outcome.failure, ...missed].filter(Boolean).join(', '),
      detectedBy: `lists by lading_database_read_total: ${by.join(', ')}`,
    };
  };
}

export const REPLICA_FAULTS: Fault[] = [
  {
    name: 'the read replica replays nothing for 6 s',
    mustBeDetected: true,
    run: replicaFault(
      ({ callFunction: ask }) => ask('pg_wal_replay_pause()'),
      ({ callFunction: ask }) => ask('pg_wal_replay_resume()'),
    ),
  },
  {
    name: 'the read replica is frozen for 6 s (SIGSTOP)',
    mustBeDetected: true,
    run: replicaFault(
      async ({ signal }) => signal('SIGSTOP'),
      ({ signal }) => signal('SIGCONT'),
    ),
  },
  {
    name: 'the read replica dies and comes back 6 s later',
    mustBeDetected: true,
    run: replicaFault(
      async ({ signal }) => signal('SIGQUIT'),
      ({ start }) => start(),
    ),
  },
];

function toIds(list: unknown): number[] {
  return (list as { data: { id: number }[] }).data.map(({ id }) => id);
}

/** Returns the number of lists per server so far. */
async function countListsByServer(lab: FaultCluster): Promise<Map<string, number>> {
  const text = await (await fetch(`${lab.service('api').url}/metrics`)).text();
  const lines = text.matchAll(/^lading_database_read_total\{.*outcome="(\w+)".*\} (\d+)/gm);
  return new Map([...lines].map(([, who, count]) => [who!, Number(count)]));
}
