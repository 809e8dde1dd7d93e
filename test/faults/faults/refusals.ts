import { setTimeout as sleep } from 'node:timers/promises';
import type { Lab } from '../lab.ts';
import { underLoad, type Fault } from '../outcome.ts';

function during(name: string, seconds: number, begin: (lab: Lab) => Promise<() => Promise<unknown>>): Fault {
  return {
    name,
    told: true,
    run: (lab) =>
      underLoad(lab, async (injected, settled) => {
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

/** Holds what the statement locks in a transaction of its own. */
async function locked(lab: Lab, statement: string): Promise<() => Promise<void>> {
  const client = lab.connect();
  await client.connect();
  await client.query('BEGIN');
  await client.query(statement);
  return () => client.end();
}

const FULL = 'faults_disk_full';

export const REFUSAL_FAULTS: Fault[] = [
  during('PostgreSQL read-only for 5 s', 5, async (lab) => {
    const turn = async (value: string): Promise<void> => {
      await lab.sql.query(`ALTER SYSTEM SET default_transaction_read_only = ${value}`);
      await lab.sql.query('SELECT pg_reload_conf()');
    };
    await turn('on');
    return () => turn('off');
  }),
  during('PostgreSQL’s disk full for 5 s, as it says itself (53100)', 5, async (lab) => {
    await lab.sql.query(
      `CREATE OR REPLACE FUNCTION ${FULL}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         RAISE EXCEPTION 'could not extend file "base/1/2": No space left on device' USING ERRCODE = '53100';
       END $$`,
    );
    for (const table of ['customers', 'webhook_deliveries'])
      await lab.sql.query(
        `CREATE TRIGGER ${FULL} BEFORE INSERT OR UPDATE ON ${table} EXECUTE FUNCTION ${FULL}()`,
      );
    return () => lab.sql.query(`DROP FUNCTION ${FULL} CASCADE`);
  }),
  {
    name: 'PostgreSQL moves to another address',
    told: true,
    run: (lab) =>
      underLoad(lab, async (injected, settled) => {
        for (let time = 0; time < 2; time++) {
          injected();
          await lab.movePostgres();
          await settled();
        }
      }),
  },
  during('a row that every request needs locked for 8 s', 8, (lab) =>
    locked(lab, 'SELECT FROM webhook_endpoints FOR UPDATE'),
  ),
  during('a table that every request needs locked for 8 s', 8, (lab) =>
    locked(lab, 'LOCK TABLE customers IN ACCESS EXCLUSIVE MODE'),
  ),
];
