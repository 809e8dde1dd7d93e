import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_CONNECTIONS, type FaultCluster } from '../fault-cluster.ts';
import { runUnderLoad, type Fault } from '../fault.ts';

function killingPostgres(name: string, end: (lab: FaultCluster) => Promise<void>): Fault {
  return {
    name,
    run: (lab) =>
      runUnderLoad(lab, async (injected, settled) => {
        for (let time = 0; time < 3; time++) {
          injected();
          await end(lab);
          await settled();
        }
      }),
  };
}

export const DATABASE_FAULTS: Fault[] = [
  killingPostgres('PostgreSQL killed and restarted', (lab) => lab.killPostgres('SIGKILL')),
  killingPostgres('PostgreSQL shut down and restarted', (lab) => lab.killPostgres('SIGINT')),
  killingPostgres('kill -9 of api, worker and PostgreSQL at once', async (lab) => {
    await Promise.all([lab.killPostgres('SIGKILL'), lab.kill('api'), lab.kill('worker')]);
    // Waits, as a supervisor does, until the database accepts connections.
    await lab.sql.query('SELECT 1');
    await lab.restart();
  }),
  {
    name: 'PostgreSQL’s connections cut',
    run: (lab) =>
      runUnderLoad(lab, async (injected, settled) => {
        for (let time = 0; time < 5; time++) {
          injected();
          await lab.sql.query(
            'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()',
          );
          await settled();
        }
      }),
  },
  {
    name: 'PostgreSQL out of connections',
    run: (lab) =>
      runUnderLoad(lab, async (injected, settled) => {
        for (let time = 0; time < 2; time++) {
          injected();
          const release = await exhaustConnections(lab);
          await sleep(3_000);
          await release();
          await settled();
        }
      }),
  },
  {
    name: 'the service’s own pools full for 12 s',
    run: (lab) =>
      runUnderLoad(lab, async (injected, settled) => {
        for (let time = 0; time < 2; time++) {
          injected();
          const release = await holdLock(lab);
          const crowd = Array.from({ length: 40 }, () => lab.call('POST', 'customers', { name: 'Cy' }));
          await Promise.all([Promise.allSettled(crowd), sleep(12_000).then(release)]);
          await settled();
        }
      }),
  },
];

/** Holds a lock that every request and the worker wait for, each with a connection of its pool. */
async function holdLock(lab: FaultCluster): Promise<() => Promise<void>> {
  const client = lab.connect();
  await client.connect();
  await client.query('BEGIN');
  await client.query('LOCK TABLE webhook_deliveries IN ACCESS EXCLUSIVE MODE');
  return () => client.end();
}

/** Takes all connections, including those of the service. */
async function exhaustConnections(lab: FaultCluster): Promise<() => Promise<void>> {
  // Keeps one for the statement below.
  await lab.sql.query('SELECT 1');
  const clients = Array.from({ length: MAX_CONNECTIONS }, () => lab.connect());
  const connected = await Promise.allSettled(clients.map((client) => client.connect()));
  await lab.sql.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE pid <> pg_backend_pid() AND datname = current_database() AND application_name LIKE 'lading%'`,
  );
  const late = Array.from({ length: MAX_CONNECTIONS }, () => lab.connect());
  await Promise.allSettled(late.map((client) => client.connect()));
  const open = clients.filter((_client, index) => connected[index]?.status === 'fulfilled');
  return async () => {
    await Promise.allSettled([...open, ...late].map((client) => client.end()));
  };
}
