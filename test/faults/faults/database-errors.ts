import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultCluster } from '../fault-cluster.ts';
import { runUnderLoad, type Fault } from '../fault.ts';

function faultFor(
  name: string,
  seconds: number,
  begin: (lab: FaultCluster) => Promise<() => Promise<unknown>>,
): Fault {
  return {
    name,
    mustBeDetected: true,
    run: (lab) =>
      runUnderLoad(lab, async (injected, settled) => {
        for (let time = 0; time < 2; time++) {
          injected();
          const end = await begin(lab);
          await sleep(seconds * 1_000);
          await end();
          await settled();
        }
      }),
  };
}

/** Holds the locks of the statement in a separate transaction. */
async function lockRows(lab: FaultCluster, statement: string): Promise<() => Promise<void>> {
  const client = lab.connect();
  await client.connect();
  await client.query('BEGIN');
  await client.query(statement);
  return () => client.end();
}

const DISK_FULL_TRIGGER = 'faults_disk_full';

export const DATABASE_ERROR_FAULTS: Fault[] = [
  faultFor('PostgreSQL read-only for 5 s', 5, async (lab) => {
    const turn = async (value: string): Promise<void> => {
      await lab.sql.query(`ALTER SYSTEM SET default_transaction_read_only = ${value}`);
      await lab.sql.query('SELECT pg_reload_conf()');
    };
    await turn('on');
    return () => turn('off');
  }),
  faultFor('PostgreSQL reports a full disk (53100) for 5 s', 5, async (lab) => {
    await lab.sql.query(
      `CREATE OR REPLACE FUNCTION ${DISK_FULL_TRIGGER}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         RAISE EXCEPTION 'could not extend file "base/1/2": No space left on device' USING ERRCODE = '53100';
       END $$`,
    );
    for (const table of ['customers', 'webhook_deliveries'])
      await lab.sql.query(
        `CREATE TRIGGER ${DISK_FULL_TRIGGER} BEFORE INSERT OR UPDATE ON ${table} EXECUTE FUNCTION ${DISK_FULL_TRIGGER}()`,
      );
    return () => lab.sql.query(`DROP FUNCTION ${DISK_FULL_TRIGGER} CASCADE`);
  }),
  {
    name: 'PostgreSQL moves to another address',
    mustBeDetected: true,
    run: (lab) =>
      runUnderLoad(lab, async (injected, settled) => {
        for (let time = 0; time < 2; time++) {
          injected();
          await lab.movePostgres();
          await settled();
        }
      }),
  },
  faultFor('a row that every request needs is locked for 8 s', 8, (lab) =>
    lockRows(lab, 'SELECT FROM webhook_endpoints FOR UPDATE'),
  ),
  faultFor('a table that every request needs is locked for 8 s', 8, (lab) =>
    lockRows(lab, 'LOCK TABLE customers IN ACCESS EXCLUSIVE MODE'),
  ),
];
