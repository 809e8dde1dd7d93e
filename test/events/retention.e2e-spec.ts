import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EventRetention } from '../../src/events/event-retention.service.js';
import { DeliveryRetention } from '../../src/webhooks/delivery-retention.service.js';
import { startApp } from '../support/app.js';
import { PATH, WebhookBench } from '../support/webhooks.js';

describe('retention of events and deliveries', () => {
  let bench: WebhookBench;
  let endpoint: { id: number };

  // Without a worker every delivery stays as it is put.
  beforeAll(async () => {
    bench = await WebhookBench.start({ PROCESS_ROLE: 'api' });
    endpoint = await bench.endpoint('http://127.0.0.1:9/', ['quote.created']);
  });
  afterAll(() => bench.close());
  beforeEach(() => sql('DELETE FROM events'));

  const sql = (text: string, values: unknown[] = []) => bench.app.sql.query(text, values);
  const deleteOldEvents = () => bench.app.app.get(EventRetention).deleteOld();
  const deleteOldDeliveries = () => bench.app.app.get(DeliveryRetention).deleteOld();

  /** Makes an event and its deliveries as old as that, and the deliveries what they have become. */
  async function age(eventId: string, days: number, status = 'delivered'): Promise<void> {
    const values = [eventId, days];
    await sql(`UPDATE events SET created_at = now() - $2 * interval '1 day' WHERE public_id = $1`, values);
    await sql(
      `UPDATE webhook_deliveries SET created_at = now() - $2 * interval '1 day', status = $3 WHERE event_id = $1`,
      [...values, status],
    );
  }

  /** How many rows there are of an event. */
  async function rowsOf(eventId: string): Promise<[events: number, deliveries: number]> {
    const [row] = await sql(
      `SELECT (SELECT count(*) FROM events WHERE public_id = $1) AS events,
              (SELECT count(*) FROM webhook_deliveries WHERE event_id = $1) AS deliveries`,
      [eventId],
    );
    return [row.events, row.deliveries];
  }

  it('ends after 90 days', async () => {
    const [old, young] = [await bench.publish(), await bench.publish()];
    await age(old, 90.01);
    await age(young, 89.99);
    expect([await deleteOldEvents(), await deleteOldDeliveries()]).toEqual([1, 1]);
    expect([await rowsOf(old), await rowsOf(young)]).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });

  it('ends for events that nobody subscribed to, in both modes', async () => {
    const ids = [await bench.publish('bill.created'), await bench.publish('bill.created', {}, 'live')];
    for (const id of ids) await age(id, 100);
    expect(await deleteOldEvents()).toBe(2);
  });

  it.each(['delivered', 'failed'])('ends once a delivery is %s', async (status) => {
    const id = await bench.publish();
    await age(id, 100, status);
    await deleteOldEvents();
    await deleteOldDeliveries();
    expect(await rowsOf(id)).toEqual([0, 0]);
  });

  it.each(['pending', 'retrying'])('goes on while a delivery is %s, held or not', async (status) => {
    const id = await bench.publish();
    await age(id, 1_000, status);
    for (const active of [true, false]) {
      await bench.patch(endpoint.id, { active });
      expect([await deleteOldEvents(), await deleteOldDeliveries()]).toEqual([0, 0]);
      expect(await rowsOf(id)).toEqual([1, 1]);
    }
    await bench.patch(endpoint.id, { active: true });
    await age(id, 1_000);
    expect([await deleteOldEvents(), await deleteOldDeliveries()]).toEqual([1, 1]);
  });

  it('goes on until the last of several deliveries has ended', async () => {
    const second = await bench.endpoint('http://127.0.0.1:9/second', ['quote.created']);
    const id = await bench.publish();
    await age(id, 100);
    await sql(`UPDATE webhook_deliveries SET status = 'retrying' WHERE event_id = $1 AND endpoint_id = $2`, [
      id,
      second.id,
    ]);
    await deleteOldEvents();
    await deleteOldDeliveries();
    expect(await rowsOf(id)).toEqual([1, 1]);
    await bench.org.test.delete(`${PATH}/${second.id}`).expect(200);
    expect(await deleteOldEvents()).toBe(1);
  });

  it('begins anew for a delivery that is sent again', async () => {
    const id = await bench.publish();
    await age(id, 100);
    const [delivery] = await bench.deliveries(endpoint.id);
    const { body: again } = await bench.org.test
      .post(`${PATH}/${endpoint.id}/deliveries/${delivery!.id}/resend`)
      .expect(200);
    expect([await deleteOldEvents(), await deleteOldDeliveries()]).toEqual([0, 1]);
    await sql(`UPDATE webhook_deliveries SET status = 'delivered' WHERE id = $1`, [again.id]);
    expect([await deleteOldEvents(), await deleteOldDeliveries()]).toEqual([1, 0]);
    const left = await bench.deliveries(endpoint.id);
    expect(left).toContainEqual(expect.objectContaining({ id: again.id, event_id: id }));
  });

  it('takes every row once when several do it at once, whatever the number', async () => {
    const tenant = [bench.org.id];
    await sql(
      `INSERT INTO events (organization_id, mode, public_id, type, data, created_at)
       SELECT $1, 'test', 'evt_' || n, 'bill.created', '{}', now() - interval '91 days' FROM generate_series(1, 2500) n`,
      tenant,
    );
    await sql(
      `INSERT INTO webhook_deliveries (organization_id, mode, endpoint_id, event_id, event_type, body, status, created_at)
       SELECT $1, 'test', $2, 'evt_' || n, 'bill.created', '{}', CASE WHEN n <= 100 THEN 'pending' ELSE 'failed' END,
         now() - interval '91 days' FROM generate_series(1, 2500) n`,
      [...tenant, endpoint.id],
    );
    const sum = async (rounds: Promise<number>[]) => (await Promise.all(rounds)).reduce((a, b) => a + b);
    expect(await sum([deleteOldEvents(), deleteOldEvents(), deleteOldEvents()])).toBe(2_400);
    expect(await sum([deleteOldDeliveries(), deleteOldDeliveries()])).toBe(2_400);
    const [{ count }] = await sql(`SELECT count(*) FROM events WHERE public_id LIKE 'evt\\_%'`);
    expect(count).toBe(100);
  });

  it('ends when the setting says', async () => {
    const app = await startApp({ EVENT_RETENTION: '1h' });
    const { test } = await app.organization();
    for (const name of ['Old', 'Young']) await test.post('/api/v1/customers').send({ name }).expect(201);
    await app.sql.query(
      `UPDATE events SET created_at = now() - interval '61 minutes' WHERE data->'customer'->>'name' = 'Old'`,
    );
    expect(await app.app.get(EventRetention).deleteOld()).toBe(1);
    await app.close();
  });
});
