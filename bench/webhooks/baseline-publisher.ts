import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { buildSignatureHeaders } from './sign.ts';
import type { CommittedEvents, PublishOrder } from './publisher.ts';
import type { RegisteredEndpoint } from './webhook-bench.ts';

/** Publishes without leases, retries or fairness: one row and its NOTIFY in one transaction. */
export interface BaselineOrder extends Pick<PublishOrder, 'events' | 'atOnce' | 'perSecond'> {
  endpoint: RegisteredEndpoint;
}

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
await pool.query(
  'CREATE TABLE IF NOT EXISTS bare_posts (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, url text, headers jsonb, body text)',
);

async function publish({ endpoint, events, atOnce, perSecond }: BaselineOrder): Promise<CommittedEvents> {
  const committed: CommittedEvents = [];
  const began = performance.now();
  let next = 0;
  const one = async (): Promise<void> => {
    for (let n = next++; n < events; n = next++) {
      const ahead = began + (n / perSecond) * 1_000 - performance.now();
      if (ahead > 0) await sleep(ahead);
      const body = JSON.stringify({ n, text: 'x'.repeat(400) });
      const headers = { ...buildSignatureHeaders(body, endpoint.secret), 'webhook-id': `bare-${n}` };
      await store(endpoint.url, headers, body);
      committed.push([`bare-${n}`, performance.timeOrigin + performance.now()]);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return committed;
}

async function store(url: string, headers: object, body: string): Promise<void> {
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query({
    name: 'store',
    text: `WITH stored AS (INSERT INTO bare_posts (url, headers, body) VALUES ($1, $2, $3) RETURNING id)
           SELECT pg_notify('bare_posts', id::text) FROM stored`,
    values: [url, headers, body],
  });
  await client.query('COMMIT');
  client.release();
}

process.on(
  'message',
  (order: BaselineOrder) => void publish(order).then((committed) => process.send!({ committed })),
);
process.on('disconnect', () => process.exit());
process.send!({ ready: true });
