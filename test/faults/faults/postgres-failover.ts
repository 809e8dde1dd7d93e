import { hasPostgresPair, startPostgresPair, type PostgresPair } from '../../support/postgres-pair.ts';
import { FaultCluster, MAX_CONNECTIONS } from '../fault-cluster.ts';
import { runUnderLoad, type Fault } from '../fault.ts';

let pair: PostgresPair;

/** Opens the cluster on a pair of PostgreSQL servers; undefined if this machine has none. */
export async function openFailoverCluster(): Promise<FaultCluster | undefined> {
  if (!hasPostgresPair()) return undefined;
  pair = await startPostgresPair({ max_connections: String(MAX_CONNECTIONS) });
  return FaultCluster.open(() => Promise.resolve(pair));
}

export const POSTGRES_FAILOVER_FAULTS: Fault[] = [
  {
    name: 'PostgreSQL dies and its standby is promoted, behind HAProxy',
    mustBeDetected: true,
    run: (lab) =>
      runUnderLoad(lab, async (injected, settled) => {
        injected();
        await pair.failOver();
        await settled();
      }),
  },
];
