import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultCluster } from './fault-cluster.ts';

const CLIENT_COUNT = 4;

/** Creates customers at a steady rate: each is one event. */
export class SteadyLoad {
  /** The time of each customer's confirmation. */
  readonly accepted = new Map<number, number>();
  /** Requests without success. */
  refused = 0;
  /** Requests without a response: their customer may exist or not. */
  unanswered = 0;
  private stopping = false;
  private readonly lab: FaultCluster;
  private readonly clients: Promise<void>[];

  constructor(lab: FaultCluster, perSecond: number) {
    this.lab = lab;
    this.clients = Array.from({ length: CLIENT_COUNT }, () => this.run((CLIENT_COUNT / perSecond) * 1_000));
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.clients);
  }

  private async run(intervalMs: number): Promise<void> {
    for (let due = performance.now(); !this.stopping; due = Math.max(due + intervalMs, performance.now())) {
      await sleep(Math.max(0, due - performance.now()));
      try {
        const { status, body } = await this.lab.call('POST', 'customers', { name: 'Ann' });
        if (status === 201) this.accepted.set((body as { id: number }).id, performance.now());
        else this.refused++;
      } catch {
        this.unanswered++;
        await sleep(50);
      }
    }
  }
}
