import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WEBHOOKS_PATH, Fixture, type Delivery } from '../support/fixture.js';

describe('endpoint recovery', () => {
  let bench: Fixture;

  beforeAll(async () => {
    // The times below stay within the retention.
    bench = await Fixture.start({ PROCESS_ROLE: 'api', EVENT_RETENTION: '3650d' });
  });
  afterAll(() => bench.close());

  const recover = async (id: number, body: object) =>
    (await bench.org.test.post(`${WEBHOOKS_PATH}/${id}/recover`).send(body).expect(200)).body;
  const endpoint = async (): Promise<number> => (await bench.createEndpoint('https://example.com/hook')).id;
  const statuses = async (id: number): Promise<string[]> =>
    (await bench.listDeliveries(id)).map(({ status }) => status).toReversed();

  /** Creates ended deliveries with these statuses and times, oldest first. */
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

  it('resends each delivery that failed since the given time once, with the same event and body', async () => {
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
    // The delivery is in progress, and once it has arrived there is nothing to recover either.
    expect(await recover(id, { since })).toMatchObject({ count: 0 });
    await bench.app.sql.query(`UPDATE webhook_deliveries SET status = 'delivered' WHERE id = $1`, [
      again!.id,
    ]);
    expect(await recover(id, { since })).toMatchObject({ count: 0 });
    expect(await recover(id, { since: '2026-03-01' })).toMatchObject({ count: 1 });
    expect(await statuses(id)).toEqual(['failed', 'failed', 'delivered', 'delivered', 'pending']);
  });

  it('also resends delivered events but none in progress', async () => {
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

  it('delivers what was published while the endpoint was inactive, once, with the body of an event', async () => {
    await bench.app.sql.query('UPDATE webhook_endpoints SET active = false');
    await bench.publishEvent('quote.created', { n: 0 });
    const { id } = await bench.createEndpoint('https://example.com/hook', ['quote.created', 'quote.expired']);
    const since = new Date(Date.now() - 60_000).toISOString();
    await bench.publishEvent('quote.created', { n: 1 });
    await bench.patchEndpoint(id, { active: false });
    const missed = await bench.publishEvent('quote.expired', { n: 2 });
    await bench.publishEvent('invoice.paid', { n: 3 });
    const refused = await bench.org.test
      .post(`${WEBHOOKS_PATH}/${id}/recover`)
      .send({ since, include: 'missed' });
    expect(refused.body.error.code).toBe('webhook_inactive');
    await bench.patchEndpoint(id, { active: true });
    expect(await recover(id, { since })).toMatchObject({ count: 0 });
    expect(await recover(id, { since, include: 'missed' })).toMatchObject({ include: 'missed', count: 1 });
    expect((await bench.listDeliveries(id))[0]).toMatchObject({
      event_id: missed,
      event_type: 'quote.expired',
      status: 'pending',
    });
    const [{ body }] = await bench.app.sql.query(
      `SELECT b.beginning || d.ending AS body FROM webhook_deliveries d JOIN webhook_bodies b USING (event_id) WHERE d.event_id = $1`,
      [missed],
    );
    expect(JSON.parse(body)).toEqual({
      object: 'event',
      id: missed,
      type: 'quote.expired',
      created: expect.any(String),
      created_at: expect.any(String),
      livemode: false,
      api_version: 'v1',
      data: { n: 2 },
      webhook: { id: `whk_${id}`, url: 'https://example.com/hook' },
    });
    expect(await recover(id, { since, include: 'missed' })).toMatchObject({ count: 0 });
  });

  it('delivers many missed events, and failed ones too', async () => {
    const { id } = await bench.createEndpoint('https://example.com/hook');
    await bench.publishEvent();
    await bench.app.sql.query(
      `UPDATE webhook_deliveries SET status = 'failed', next_attempt_at = NULL WHERE endpoint_id = $1`,
      [id],
    );
    await bench.patchEndpoint(id, { active: false });
    for (let n = 0; n < 45; n++) await bench.publishEvent('quote.created', { n });
    await bench.patchEndpoint(id, { active: true });
    const since = new Date(Date.now() - 60_000).toISOString();
    const answers = await Promise.all([1, 2].map(() => recover(id, { since, include: 'missed' })));
    expect(answers.reduce((sum, { count }) => sum + count, 0)).toBe(46);
    expect(await statuses(id)).toEqual(['failed', ...Array<string>(46).fill('pending')]);
  });

  it('pages through thousands of deliveries and continues where it stopped', async () => {
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
    // The newer of two deliveries of an event counts.
    const first = await recover(id, { since, include: 'all' });
    expect(first.has_more).toBe(true);
    expect(first.count).toBeGreaterThan(9_000);
    expect(first.count).toBeLessThanOrEqual(10_000);
    const rest = await recover(id, { since, include: 'all', starting_after: first.last_delivery_id });
    expect(rest).toMatchObject({ count: 10_500 - first.count, has_more: false });
  });

  it('replays the response to a repeated request', async () => {
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

  it('is rejected for an inactive endpoint, another tenant’s endpoint and without a time', async () => {
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
