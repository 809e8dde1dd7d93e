import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RetentionService } from '../../src/app/retention.service.js';
import { WebhookDeliveriesRepository } from '../../src/features/webhooks/webhook-deliveries.repository.js';
import { startApp } from '../support/app.js';
import { WEBHOOKS_PATH, Fixture } from '../support/fixture.js';

describe('retention of events and deliveries', () => {
  let bench: Fixture;
  let endpoint: { id: number };

  // Without a worker every delivery keeps its status.
  beforeAll(async () => {
    bench = await Fixture.start({ PROCESS_ROLE: 'api' });
    endpoint = await bench.createEndpoint('http://127.0.0.1:9/', ['quote.created']);
  });
  afterAll(() => bench.close());
  beforeEach(async () => {
    for (const table of ['events', 'webhook_deliveries']) await sql(`DELETE FROM ${table}`);
    await dropOldDeliveries();
  });

  const sql = (text: string, values: unknown[] = []) => bench.app.sql.query(text, values);
  const deleteOldEvents = () => bench.app.app.get(RetentionService).deleteOld('events');
  const deleteOldDeliveries = () => bench.app.app.get(WebhookDeliveriesRepository).deleteOld();
  const dropOldDeliveries = () => bench.app.app.get(WebhookDeliveriesRepository).dropOldPartitions();

  /** Sets the age of an event and its deliveries, and the status of the deliveries. */
  async function age(eventId: string, days: number, status = 'delivered'): Promise<void> {
    const values = [eventId, days];
    await sql(`UPDATE events SET created_at = now() - $2 * interval '1 day' WHERE public_id = $1`, values);
    await sql(
      `UPDATE webhook_deliveries SET created_at = now() - $2 * interval '1 day', status = $3 WHERE event_id = $1`,
      [...values, status],
    );
  }

  /** Returns the number of events with the id, and of their deliveries to the endpoint in the API. */
  async function rowsOf(eventId: string, of = endpoint): Promise<[events: number, deliveries: number]> {
    const [row] = await sql('SELECT count(*) AS events FROM events WHERE public_id = $1', [eventId]);
    const shown = (await bench.listDeliveries(of.id)).filter(({ event_id: id }) => id === eventId);
    return [row.events, shown.length];
  }

  it('deletes events and deliveries after 90 days', async () => {
    const [old, young] = [await bench.publishEvent(), await bench.publishEvent()];
    await age(old, 90.01);
    await age(young, 89.99);
    expect(await deleteOldEvents()).toBe(1);
    const both = async () => [await rowsOf(old), await rowsOf(young)];
    expect(await both()).toEqual([
      [0, 0],
      [1, 1],
    ]);
    expect([await deleteOldDeliveries(), await dropOldDeliveries()]).toEqual([0, 0]);
    expect((await both())[1]).toEqual([1, 1]);
    await age(young, 90.01);
    expect([await deleteOldEvents(), await dropOldDeliveries()]).toEqual([1, 1]);
    expect(await sql('SELECT FROM webhook_deliveries')).toEqual([]);
  });

  it('deletes events without a subscribed endpoint, in both modes', async () => {
    const ids = [
      await bench.publishEvent('bill.created'),
      await bench.publishEvent('bill.created', {}, 'live'),
    ];
    for (const id of ids) await age(id, 100);
    expect(await deleteOldEvents()).toBe(2);
  });

  it.each(['delivered', 'failed'])('deletes a delivery that is %s', async (status) => {
    const id = await bench.publishEvent();
    await age(id, 100, status);
    expect(await deleteOldEvents()).toBe(1);
    expect(await rowsOf(id)).toEqual([0, 0]);
    expect(await dropOldDeliveries()).toBe(1);
  });

  it.each(['pending', 'retrying'])('keeps a delivery that is %s, held or not', async (status) => {
    const id = await bench.publishEvent();
    await age(id, 1_000, status);
    for (const active of [true, false]) {
      await bench.patchEndpoint(endpoint.id, { active });
      expect(await deleteOldEvents()).toBe(0);
      expect([await dropOldDeliveries(), await deleteOldDeliveries()]).toEqual([0, 0]);
      expect(await rowsOf(id)).toEqual([1, 1]);
    }
    await bench.patchEndpoint(endpoint.id, { active: true });
    await age(id, 1_000);
    expect([await deleteOldEvents(), await dropOldDeliveries()]).toEqual([1, 1]);
  });

  it('keeps an event until the last of its deliveries has ended', async () => {
    const second = await bench.createEndpoint('http://127.0.0.1:9/second', ['quote.created']);
    const id = await bench.publishEvent();
    await age(id, 100);
    await sql(`UPDATE webhook_deliveries SET status = 'retrying' WHERE event_id = $1 AND endpoint_id = $2`, [
      id,
      second.id,
    ]);
    expect(await deleteOldEvents()).toBe(0);
    expect([await dropOldDeliveries(), await dropOldDeliveries()]).toEqual([0, 0]);
    expect([await rowsOf(id), await rowsOf(id, second)]).toEqual([
      [1, 0],
      [1, 1],
    ]);
    await bench.org.test.delete(`${WEBHOOKS_PATH}/${second.id}`).expect(200);
    expect(await deleteOldEvents()).toBe(1);
  });

  it('starts again for a delivery that is resent', async () => {
    const id = await bench.publishEvent();
    await age(id, 89);
    const [delivery] = await bench.listDeliveries(endpoint.id);
    const { body: again } = await bench.org.test
      .post(`${WEBHOOKS_PATH}/${endpoint.id}/deliveries/${delivery!.id}/resend`)
      .expect(200);
    await sql(`UPDATE events SET created_at = now() - interval '100 days' WHERE public_id = $1`, [id]);
    await sql(`UPDATE webhook_deliveries SET created_at = now() - interval '100 days' WHERE id = $1`, [
      delivery!.id,
    ]);
    expect(await deleteOldEvents()).toBe(0);
    await sql(`UPDATE webhook_deliveries SET status = 'delivered' WHERE id = $1`, [again.id]);
    expect([await deleteOldEvents(), await dropOldDeliveries()]).toEqual([1, 0]);
    expect((await bench.listDeliveries(endpoint.id)).map((left) => left.id)).toEqual([again.id]);
  });

  it('hides expired deliveries from reads, resends and recovery', async () => {
    const id = await bench.publishEvent();
    const [delivery] = await bench.listDeliveries(endpoint.id);
    const path = `${WEBHOOKS_PATH}/${endpoint.id}/deliveries`;
    await age(id, 89.99, 'failed');
    await bench.org.test.get(`${path}/${delivery!.id}`).expect(200);
    await age(id, 90.01, 'failed');
    await bench.org.test.get(`${path}/${delivery!.id}`).expect(404);
    await bench.org.test.post(`${path}/${delivery!.id}/resend`).expect(404);
    const since = new Date(Date.now() - 200 * 86_400_000).toISOString();
    const recover = () =>
      bench.org.test.post(`${WEBHOOKS_PATH}/${endpoint.id}/recover`).send({ since }).expect(200);
    expect((await recover()).body).toMatchObject({ count: 0, has_more: false });
    expect(await rowsOf(id)).toEqual([1, 0]);
    await age(id, 90.01, 'retrying');
    await bench.org.test.get(`${path}/${delivery!.id}`).expect(200);
    expect(await rowsOf(id)).toEqual([1, 1]);
    await age(id, 89.99, 'failed');
    expect((await recover()).body).toMatchObject({ count: 1, has_more: false });
  });

  it('deletes each row once in concurrent runs of any size', async () => {
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
    // Open deliveries keep their partition once the next one has begun.
    expect([await deleteOldDeliveries(), await dropOldDeliveries()]).toEqual([0, 0]);
    expect(await sum([deleteOldDeliveries(), deleteOldDeliveries()])).toBe(2_400);
    const [{ count }] = await sql(`SELECT count(*) FROM events WHERE public_id LIKE 'evt\\_%'`);
    expect(count).toBe(100);
    await sql(`UPDATE webhook_deliveries SET status = 'failed'`);
    expect(await sum([dropOldDeliveries(), dropOldDeliveries(), dropOldDeliveries()])).toBe(1);
  });

  it('follows the setting EVENT_RETENTION', async () => {
    const app = await startApp({ EVENT_RETENTION: '1h' });
    const { test } = await app.organization();
    for (const name of ['Old', 'Young']) await test.post('/api/v1/customers').send({ name }).expect(201);
    await app.sql.query(
      `UPDATE events SET created_at = now() - interval '61 minutes' WHERE data->'customer'->>'name' = 'Old'`,
    );
    expect(await app.app.get(RetentionService).deleteOld('events')).toBe(1);
    await app.close();
  });
});
