import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { RetentionService } from '../../src/app/retention.service.js';
import { EventsService } from '../../src/features/events/events.service.js';
import { findEventDefinition } from '../../src/features/events/define-event.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import {
  DeliveryLeasesRepository,
  type DeliveryLease,
} from '../../src/features/webhooks/delivery/delivery-leases.repository.js';
import { ClaimCursor } from '../../src/features/webhooks/delivery/claim-cursor.js';
import { EndpointConcurrency } from '../../src/features/webhooks/delivery/endpoint-concurrency.js';
import { AttemptResultsRepository } from '../../src/features/webhooks/delivery/attempt-results.repository.js';
import { TenantConcurrency } from '../../src/features/webhooks/delivery/tenant-concurrency.js';
import { WebhookDeliveriesRepository } from '../../src/features/webhooks/webhook-deliveries.repository.js';
import { eventually } from '../support/eventually.js';
import { countPartitionRows } from '../support/database.js';
import { Fixture, type Endpoint } from '../support/fixture.js';

const OUTCOME = { error: null, message: null, status: 200, body: '', durationMs: 1, retryAfterMs: null };

/**
 * Runs a worker's steps by hand. The service has no worker, so only the test claims deliveries and drops partitions.
 */
class PartitionFixture {
  private constructor(
    readonly bench: Fixture,
    readonly endpoint: Endpoint,
  ) {}

  static async start(env: Record<string, string> = {}): Promise<PartitionFixture> {
    const bench = await Fixture.start({ PROCESS_ROLE: 'api', ...env });
    return new PartitionFixture(bench, await bench.createEndpoint('http://127.0.0.1:9/'));
  }

  private get app() {
    return this.bench.app.app;
  }

  get tenant() {
    return { organizationId: this.bench.org.id, mode: 'test' as const };
  }

  sql(text: string, values: unknown[] = []) {
    return this.bench.app.sql.query(text, values);
  }

  partitions(): Promise<Record<string, number>> {
    return countPartitionRows(this.bench.app.sql, 'webhook_deliveries');
  }

  dropOld(): Promise<number> {
    return this.app.get(WebhookDeliveriesRepository).dropOldPartitions();
  }

  deleteOld(): Promise<number> {
    return this.app.get(WebhookDeliveriesRepository).deleteOld();
  }

  /** Returns true if the endpoint was enabled when the event was published. */
  async isSent(eventId: string): Promise<boolean> {
    const { manager } = this.app.get(Transactions);
    const rows = await manager.query<unknown[]>('SELECT FROM webhook_bodies WHERE event_id = $1', [eventId]);
    return rows.length > 0;
  }

  deleteOldEvents(): Promise<number> {
    return this.app.get(RetentionService).deleteOld('events');
  }

  claim(): Promise<DeliveryLease[]> {
    const [shares, room] = [
      new TenantConcurrency().computeCapacity(),
      new EndpointConcurrency().computeCapacity(),
    ];
    return this.app.get(DeliveryLeasesRepository).claim(64, shares, room, new ClaimCursor());
  }

  async deliver(claims: DeliveryLease[]): Promise<void> {
    const results = claims.map((lease) => ({ lease, outcome: OUTCOME, beganMs: Date.now() }));
    await this.app.get(AttemptResultsRepository).write(results);
  }

  /** Publishes an event and runs more work in one transaction. Returns the id of the event. */
  publishing(more: (eventId: string) => Promise<unknown>): Promise<string> {
    return this.app.get(Transactions).run(async () => {
      const definition = { ...findEventDefinition('quote.created')!, about: () => ({}) };
      const { publicId } = await this.app.get(EventsService).publish(this.tenant, definition, { n: 1 });
      await more(publicId);
      return publicId;
    });
  }

  /** Resends a delivery and runs more work in one transaction. */
  resending(id: number, more: () => Promise<unknown>): Promise<number | null> {
    return this.app.get(Transactions).run(async () => {
      const from = { id, endpointId: this.endpoint.id };
      const again = await this.app.get(WebhookDeliveriesRepository).resend(this.tenant, from);
      await more();
      return again;
    });
  }

  /** Makes all rows so many days older. */
  async age(days: number): Promise<void> {
    for (const table of ['events', 'webhook_bodies', 'webhook_deliveries'])
      await this.sql(`UPDATE ${table} SET created_at = created_at - $1 * interval '1 day'`, [days]);
  }

  /** Waits until another session waits for the table. */
  async waited(): Promise<void> {
    await eventually(async () => {
      const waiting = await this.sql(
        `SELECT FROM pg_locks WHERE NOT granted AND relation = 'webhook_deliveries'::regclass`,
      );
      return waiting.length > 0;
    });
  }
}

describe('a delivery partition', () => {
  let bench: PartitionFixture;
  let service: Fixture;

  beforeAll(async () => {
    bench = await PartitionFixture.start();
    service = bench.bench;
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    for (const table of ['events', 'webhook_bodies', 'webhook_deliveries'])
      await bench.sql(`DELETE FROM ${table}`);
    await bench.dropOld();
  });

  const held = async (active: boolean) => service.patchEndpoint(bench.endpoint.id, { active });

  it('is kept with the events and bodies of its open deliveries and dropped when they end', async () => {
    const [ended, open] = [await service.publishEvent(), await service.publishEvent()];
    const claims = await bench.claim();
    await bench.deliver(claims.filter(({ eventId }) => eventId === ended));
    await service.app.app.get(DeliveryLeasesRepository).release(claims);
    await held(false);
    await bench.age(1_000);
    for (let round = 0; round < 3; round++) {
      expect(await bench.dropOld()).toBe(0);
      await bench.deleteOld();
      await bench.deleteOldEvents();
    }
    expect(await bench.sql('SELECT event_id FROM webhook_deliveries')).toEqual([{ event_id: open }]);
    expect(await bench.sql('SELECT event_id FROM webhook_bodies')).toEqual([{ event_id: open }]);
    expect(await bench.sql('SELECT public_id AS id FROM events')).toEqual([{ id: open }]);
    await held(true);
    const [claim] = await bench.claim();
    expect(claim).toMatchObject({ eventId: open, body: expect.stringContaining(open) });
    expect(await bench.dropOld()).toBe(0);
    await bench.deliver([claim!]);
    const before = Object.keys(await bench.partitions());
    expect(await bench.dropOld()).toBe(1);
    await bench.deleteOld();
    expect(await bench.sql('SELECT FROM webhook_bodies')).toEqual([]);
    const after = Object.keys(await bench.partitions());
    expect(after).toEqual(before.slice(1));
  });

  it('is not considered empty after a delivery reopens, even if it was vacuumed before', async () => {
    await service.publishEvent();
    await bench.deliver(await bench.claim());
    await bench.age(20);
    const next = Object.keys(await bench.partitions()).at(-1)!;
    const rows = async (): Promise<number> =>
      (await bench.sql('SELECT reltuples AS rows FROM pg_class WHERE relname = $1', [next]))[0].rows;
    await bench.sql(`VACUUM ${next}`);
    expect(await rows()).toBe(0);
    await bench.dropOld();
    expect(await rows()).toBe(-1);
  });

  it('has the settings of the previous partition', async () => {
    await service.publishEvent();
    await bench.deliver(await bench.claim());
    await bench.age(20);
    await bench.dropOld();
    const settings = await bench.sql(
      `SELECT DISTINCT array_to_string(reloptions, ',') AS of FROM pg_inherits JOIN pg_class ON oid = inhrelid
       WHERE inhparent = 'webhook_deliveries'::regclass`,
    );
    expect(settings).toEqual([
      { of: expect.stringMatching(/fillfactor=70.*autovacuum_vacuum_cost_delay=0/) },
    ]);
  });

  it('is kept for a delivery inserted while the drop waits', async () => {
    await service.publishEvent();
    await bench.deliver(await bench.claim());
    const { promise: end, resolve: commit } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const publishing = bench.publishing(async () => {
      // Simulates an event that began long ago, whose age would allow an immediate drop.
      await service.app.app
        .get(Transactions)
        .manager.query(
          `UPDATE webhook_deliveries SET created_at = created_at - interval '1000 days' WHERE status = 'pending'`,
        );
      begin();
      await end;
    });
    await begun;
    await bench.sql(
      `UPDATE webhook_deliveries SET created_at = created_at - interval '1000 days' WHERE status = 'delivered'`,
    );
    const [old] = Object.keys(await bench.partitions());
    const dropping = bench.dropOld();
    await bench.waited();
    commit();
    const eventId = await publishing;
    expect(await dropping).toBe(0);
    expect((await bench.partitions())[old!]).toBe(2);
    const claims = await bench.claim();
    expect(claims).toEqual([expect.objectContaining({ eventId, body: expect.stringContaining(eventId) })]);
    await bench.deliver(claims);
    expect(await bench.dropOld()).toBe(1);
  });

  it('is dropped without losing a delivery that is resent at the same time', async () => {
    const eventId = await service.publishEvent();
    const claims = await bench.claim();
    await bench.deliver(claims);
    const { promise: end, resolve: commit } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    await bench.age(20);
    await bench.dropOld();
    const resending = bench.resending(claims[0]!.id, () => {
      begin();
      return end;
    });
    await begun;
    await bench.age(100);
    await bench.deleteOld();
    await bench.deleteOldEvents();
    const dropping = bench.dropOld();
    await bench.waited();
    commit();
    const again = await resending;
    expect(await dropping).toBe(1);
    await bench.deleteOld();
    expect(await bench.claim()).toEqual([
      expect.objectContaining({ id: again, eventId, body: expect.stringContaining(eventId) }),
    ]);
  });

  it('is kept for held deliveries, even while their endpoint is activated', async () => {
    const eventId = await service.publishEvent();
    await held(false);
    await bench.age(1_000);
    await bench.dropOld();
    const [dropped] = await Promise.all([bench.dropOld(), held(true), bench.deleteOld(), bench.dropOld()]);
    expect(dropped).toBe(0);
    expect(await bench.claim()).toMatchObject([{ eventId }]);
  });
});

describe('delivery partitions with a retention of one second', () => {
  let bench: PartitionFixture;

  beforeAll(async () => {
    bench = await PartitionFixture.start({ EVENT_RETENTION: '1s' });
  });
  afterAll(() => bench.bench.close());

  it('lose no delivery under concurrent writes, holds, resends and deliveries', async () => {
    const service = bench.bench;
    const published: string[] = [];
    const arrived = new Set<string>();
    const sentIds = new Set<string>();
    const resent: number[] = [];
    let [writing, dropping, dropped] = [true, true, 0];
    const whileWriting = async (work: () => Promise<unknown>): Promise<void> => {
      while (writing) await work();
    };
    const writers = Array.from({ length: 4 }, (_, n) =>
      whileWriting(async () => {
        const eventId = await bench.publishing((id) =>
          bench.isSent(id).then(async (sent) => {
            if (sent) sentIds.add(id);
            await sleep(n * 90);
          }),
        );
        if (sentIds.has(eventId)) published.push(eventId);
        await sleep(20);
      }),
    );
    const resender = whileWriting(async () => {
      const [row] = await bench.sql(
        `SELECT id FROM webhook_deliveries WHERE status = 'delivered' ORDER BY random() LIMIT 1`,
      );
      const again = row && (await bench.resending(row.id, () => sleep(100)));
      if (again) resent.push(again);
      await sleep(50);
    });
    const switcher = whileWriting(async () => {
      await service.patchEndpoint(bench.endpoint.id, { active: false });
      await sleep(1_500);
      await service.patchEndpoint(bench.endpoint.id, { active: true });
      await sleep(700);
    });
    const deliver = async (): Promise<number> => {
      const claims = await bench.claim();
      for (const { eventId, body } of claims) expect(body).toContain(eventId);
      await bench.deliver(claims);
      for (const { eventId, id } of claims) arrived.add(eventId).add(`${id}`);
      return claims.length;
    };
    const deliverer = whileWriting(async () => {
      await deliver();
      await sleep(50);
    });
    const dropper = (async () => {
      while (dropping) {
        dropped += await bench.dropOld().catch((error: Error) => {
          expect(error.message).toMatch(/lock timeout/);
          return 0;
        });
        await bench.deleteOld();
        await sleep(20);
      }
    })();
    await eventually(() => dropped > 3 && published.length > 50 && resent.length > 3);
    writing = false;
    await Promise.all([...writers, resender, switcher, deliverer]);
    await service.patchEndpoint(bench.endpoint.id, { active: true });
    // A claim caches the first partition with open deliveries for a moment.
    await eventually(async () => {
      await deliver();
      return [...published, ...resent.map(String)].every((id) => arrived.has(id));
    });
    dropping = false;
    await dropper;
  }, 60_000);
});
