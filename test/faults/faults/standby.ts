import { hasPostgresPair, startPostgresPair, type PostgresPair } from '../../support/postgres-pair.ts';
import { Lab, MAX_CONNECTIONS } from '../lab.ts';
import { underLoad, type Fault } from '../outcome.ts';

let pair: PostgresPair;

/** The lab on a pair of PostgreSQL; undefined where this machine has none. */
export async function openPairLab(): Promise<Lab | undefined> {
  if (!hasPostgresPair()) return undefined;
  pair = await startPostgresPair({ max_connections: String(MAX_CONNECTIONS) });
  return Lab.open(() => Promise.resolve(pair));
}

export const STANDBY_FAULTS: Fault[] = [
  {
    name: 'PostgreSQL dies and its standby is promoted, behind HAProxy',
    told: true,
    run: (lab) =>
      underLoad(lab, async (injected, settled) => {
        injected();
        await pair.failOver();
        await settled();
      }),
  },
];
