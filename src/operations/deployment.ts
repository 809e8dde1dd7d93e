import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Transactions } from '../database/transactions.js';
import { ReservedConnections } from '../database/reserved-connections.js';
import { Rounds } from '../queue/rounds.js';

/** How often a worker says that it works. */
const BEAT_MS = 5_000;

/** Who else works on the same database: an api alone accepts, and delivers nothing. */
@Injectable()
export class Deployment {
  private readonly beats = new Rounds('worker heartbeat');

  constructor(
    private readonly transactions: Transactions,
    private readonly database: ReservedConnections,
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

  /** Null when no worker ever was. */
  async secondsSinceWorker(): Promise<number | null> {
    const [row] = await this.database.query<{ age: number }>({
      text: `SELECT extract(epoch FROM now() - at)::float8 AS age FROM worker_heartbeat`,
    });
    return row?.age ?? null;
  }
}
