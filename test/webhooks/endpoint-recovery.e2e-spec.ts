import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WEBHOOKS_PATH, Fixture, type Delivery } from '../support/fixture.js';

describe('recovery of an endpoint', () => {
  let bench: Fixture;

  beforeAll(async () => {
    // The times below stay within it.
    bench = await Fixture.start({ PROCESS_ROLE: 'api', EVENT_RETENTION: '3650d' });
  });
  afterAll(() => bench.close());

  const recover = async (id: number, body: object) =>
    (await bench.org.test.post(`${WEBHOOKS_PATH}/${id}/recover`).send(body).expect(200)).body;
  const endpoint = async (): Promise<number> => (await bench.createEndpoint('https://example.com/hook')).id;
  const statuses = async (id: number): Promise<string[]> =>
    (await bench.listDeliveries(id)).map(({ status }) => status).toReversed();

  /** Deliveries that have ended so, at these times, oldest first. */
  async function ended(id: number, ends: [status: string, at: string][]): Promise<Delivery[]> {
    for (const [status, at] of ends) {
      await bench.publishEvent();
      await bench.app.sql.query(
        `UPDATE webhook_deliveries SET status = $2, created_at = $3, next_attempt_at = NULL
         WHERE id = (SELECT max(id) FROM webhook_deliveries WHERE endpoint_id = $1)`,
        [id, status, at],
      );
      await bench.app.sql.query(`UPDATE webhook_endpoints SET active = (id = $1) WHERE id <> $1`, [id]);
    }
    return (await bench.listDeliveries(id)).toReversed();
  }

  it('sends again what failed since then, once, with the same event and body', async () => {
    const id = await endpoint();
    const [, failed] = await ended(id, [
      ['failed', '2026-03-01T11:59:59.999Z'],
      ['failed', '2026-03-01T12:00:00Z'],
      ['delivered', '2026-03-01T12:30:00Z'],
    ]);
    const since = '2026-03-01T12:00:00Z';
    expect(await recover(id, { since })).toEqual({
      object: 'webhook_recovery',
      endpoint_id: id,
      since,
      include: 'failed',
      count: 1,
      last_delivery_id: expect.any(Number),
      has_more: false,
    });
    const [again] = await bench.listDeliveries(id);
    expect(again).toMatchObject({ event_id: failed!.event_id, status: 'pending', attempt_count: 0 });
    const bodies = await bench.app.sql.query(
      'SELECT DISTINCT body, ending FROM webhook_deliveries WHERE event_id = $1',
      [failed!.event_id],
    );
    expect(bodies).toHaveLength(1);
    // It is on its way now; and once it has arrived there is nothing to recover either.
    expect(await recover(id, { since })).toMatchObject({ count: 0 });
    await bench.app.sql.query(`UPDATE webhook_deliveries SET status = 'delivered' WHERE id = $1`, [
      again!.id,
    ]);
    expect(await recover(id, { since })).toMatchObject({ count: 0 });
    expect(await recover(id, { since: '2026-03-01' })).toMatchObject({ count: 1 });
    expect(await statuses(id)).toEqual(['failed', 'failed', 'delivered', 'delivered', 'pending']);
  });

  it('sends again what was delivered too, but nothing that is on its way', async () => {
    const id = await endpoint();
    await ended(id, [
      ['failed', '2026-03-01T12:00:00Z'],
      ['delivered', '2026-03-01T12:00:01Z'],
      ['retrying', '2026-03-01T12:00:02Z'],
      ['pending', '2026-03-01T12:00:03Z'],
    ]);
    expect(await recover(id, { since: '2026-03-01', include: 'all' })).toMatchObject({
      include: 'all',
      count: 2,
    });
    expect(await statuses(id)).toHaveLength(6);
    expect(await recover(id, { since: '2026-03-01', include: 'all' })).toMatchObject({ count: 0 });
  });

  it('goes through thousands, so many a request, and goes on where it stopped', async () => {
    const id = await endpoint();
    await bench.app.sql.query(
      `INSERT INTO webhook_deliveries (organization_id, mode, endpoint_id, event_id, event_type, body, status)
       SELECT $1, 'test', $2, 'evt_' || n, 'quote.created', '{}',
         CASE WHEN n % 2 = 0 THEN 'failed' ELSE 'delivered' END FROM generate_series(1, 10500) n`,
      [bench.org.id, id],
    );
    const since = '2026-03-01';
    expect(await recover(id, { since })).toMatchObject({ count: 5_250, has_more: false });
    await bench.app.sql.query(`UPDATE webhook_deliveries SET status = 'failed' WHERE endpoint_id = $1`, [id]);
    // Of the events with two deliveries the newer one counts.
    const first = await recover(id, { since, include: 'all' });
    expect(first.has_more).toBe(true);
    expect(first.count).toBeGreaterThan(9_000);
    expect(first.count).toBeLessThanOrEqual(10_000);
    const rest = await recover(id, { since, include: 'all', starting_after: first.last_delivery_id });
    expect(rest).toMatchObject({ count: 10_500 - first.count, has_more: false });
  });

  it('repeats the answer to a repeated request', async () => {
    const id = await endpoint();
    await ended(id, [['failed', '2026-03-01T12:00:00Z']]);
    const ask = () =>
      bench.org.test
        .post(`${WEBHOOKS_PATH}/${id}/recover`)
        .set('Idempotency-Key', `recover-${id}`)
        .send({ since: '2026-03-01', include: 'all' })
        .expect(200);
    const [once, twice] = [await ask(), await ask()];
    expect(twice.body).toEqual(once.body);
    expect(twice.headers['idempotent-replayed']).toBe('true');
    expect(await statuses(id)).toEqual(['failed', 'pending']);
  });

  it('is refused for an inactive endpoint, another’s, and without a time', async () => {
    const id = await endpoint();
    const path = `${WEBHOOKS_PATH}/${id}/recover`;
    for (const [body, param] of [
      [{}, 'since'],
      [{ since: 'yesterday' }, 'since'],
      [{ since: '2026-03-01', include: 'delivered' }, 'include'],
    ] as const) {
      const { body: refused } = await bench.org.test.post(path).send(body).expect(400);
      expect(refused.error.param).toBe(param);
    }
    await bench.org.live.post(path).send({ since: '2026-03-01' }).expect(404);
    await bench.patchEndpoint(id, { active: false });
    const { body } = await bench.org.test.post(path).send({ since: '2026-03-01' }).expect(422);
    expect(body.error.code).toBe('webhook_inactive');
  });
});
