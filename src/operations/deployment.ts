import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Transactions } from '../database/transactions.js';
import { ReadReplica } from '../database/read-replica.js';
import { ReservedConnections } from '../database/reserved-connections.js';
import { oneAtATime } from '../database/one-at-a-time.js';
import { Rounds } from '../queue/rounds.js';

/** How often a worker says that it works. */
const BEAT_MS = 5_000;

/** What the database says of itself and of those who work on it. */
export interface DeploymentState {
  readOnly: boolean;
  /** Null when no worker ever was. */
  secondsSinceWorker: number | null;
  /** How far this process's clock is ahead of the database's. */
  secondsAhead: number;
}

/** Who else works on the same database: an api alone accepts, and delivers nothing. */
@Injectable()
export class Deployment {
  private readonly beats = new Rounds('worker heartbeat');

  constructor(
    private readonly transactions: Transactions,
    private readonly database: ReservedConnections,
    readonly replica: ReadReplica,
  ) {}

  /** Intervals run in workers only. */
  @Interval(BEAT_MS)
  async beat(): Promise<void> {
    await this.beats.run(() =>
      this.transactions.prepared({
        name: 'worker_beat',
        text: `INSERT INTO worker_heartbeat (id, at) VALUES (1, now()) ON CONFLICT (id) DO UPDATE SET at = now()`,
      }),
    );
  }

  /** Asked for by everybody who may look at the service's health, so it is read once at a time. */
  readonly state = oneAtATime(async (): Promise<DeploymentState> => {
    const asked = Date.now();
    const [row] = await this.database.query<Omit<DeploymentState, 'secondsAhead'> & { now: number }>({
      text: `SELECT current_setting('transaction_read_only')::boolean AS "readOnly",
               extract(epoch FROM clock_timestamp())::float8 AS now,
               (SELECT extract(epoch FROM now() - at)::float8 FROM worker_heartbeat) AS "secondsSinceWorker"`,
    });
    const { now, ...state } = row!;
    // The database looked at its clock somewhere between.
    return { ...state, secondsAhead: (asked + Date.now()) / 2_000 - now };
  });
}
