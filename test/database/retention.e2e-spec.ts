import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MailOutbox } from '../../src/platform/mail/mail-outbox.js';
import { RetentionService } from '../../src/app/retention.service.js';
import { QuoteLifecycle } from '../../src/features/quotes/quote-lifecycle.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { freightRequest, newFreight, newQuote } from '../support/factories.js';

describe('retention deletes', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp({
      PROCESS_ROLE: 'api',
      QUOTE_RETENTION: '10d',
      MAIL_RETENTION: '10d',
      TRACKING_RETENTION: '10d',
    });
  });
  beforeEach(async () => {
    org = await app.organization();
  });
  afterAll(() => app.close());

  const status = async (path: string): Promise<number> => (await org.test.get(`/api/v1${path}`)).status;

  /** Moves the expiry of quotes to so many days ago. */
  async function runOut(days: number, ids: number[]): Promise<void> {
    await app.sql.query(
      `UPDATE quotes SET expires_at = now() - $1 * interval '1 day' WHERE id = ANY ($2::bigint[])`,
      [days, ids],
    );
    await app.app.get(QuoteLifecycle).expireDue();
  }

  it('unused quotes, but not those of a shipment', async () => {
    const [old, young, drafted] = [
      await newQuote(org.test),
      await newQuote(org.test),
      await newQuote(org.test),
    ];
    await org.test.post('/api/v1/freight').send(freightRequest(drafted.id)).expect(201);
    const booked = await newFreight(org.test);
    await org.test.post(`/api/v1/freight/${booked.id}/book`).expect(200);
    const [taken] = await app.sql.query('SELECT quote_id::int AS id FROM freight WHERE id = $1', [booked.id]);
    await runOut(11, [old.id, drafted.id, taken.id]);
    await runOut(9, [young.id]);
    expect(await app.app.get(RetentionService).deleteOld('quotes')).toBe(1);
    expect(await status(`/quotes/${old.id}`)).toBe(404);
    for (const id of [young.id, drafted.id, taken.id]) expect(await status(`/quotes/${id}`)).toBe(200);
  });

  it('sent and failed mails, but not pending ones', async () => {
    const outbox = app.app.get(MailOutbox);
    const mail = { subject: 'Hello', text: 'You' };
    const [sent, late, waiting] = [
      await outbox.add(org.id, 'a@example.com', mail),
      await outbox.add(org.id, 'b@example.com', mail),
      await outbox.add(org.id, 'c@example.com', mail),
    ];
    await outbox.markSent(sent);
    await outbox.markSent(late);
    await app.sql.query(
      `UPDATE mails SET created_at = now() - interval '11 days' WHERE id = ANY ($1::bigint[])`,
      [[sent, waiting]],
    );
    expect(await app.app.get(RetentionService).deleteOld('mails')).toBe(1);
    const left = await app.sql.query('SELECT id FROM mails WHERE organization_id = $1 ORDER BY id', [org.id]);
    expect(left.map(({ id }: { id: string }) => Number(id))).toEqual([late, waiting]);
  });

  it('numbers whose tracking ended, with their scans, but not those of a shipment', async () => {
    const ended = '123456789';
    const asked = '223456789';
    for (const tracking_number of [ended, asked])
      await org.test.post('/api/v1/tracking').send({ tracking_number }).expect(201);
    const freight = await newFreight(org.test);
    await org.test.post(`/api/v1/freight/${freight.id}/book`).expect(200);
    await app.sql.query('UPDATE tracked_shipments SET next_check_at = NULL WHERE tracking_number <> $1', [
      asked,
    ]);
    await app.sql.query(
      `INSERT INTO tracking_scans (organization_id, mode, tracked_shipment_id, status, description, location, occurred_at, source)
       SELECT organization_id, mode, id, 'delivered', 'There', '', now(), 'manual' FROM tracked_shipments`,
    );
    await app.sql.query(`UPDATE tracked_shipments SET updated_at = now() - interval '11 days'`);
    expect(await app.app.get(RetentionService).deleteOld('tracked_shipments')).toBe(1);
    expect(await status(`/tracking/${ended}`)).toBe(404);
    expect(await status(`/tracking/${asked}`)).toBe(200);
    expect(await status(`/freight/${freight.id}/tracking`)).toBe(200);
    const [{ count }] = await app.sql.query(
      'SELECT count(*)::int AS count FROM tracking_scans WHERE organization_id = $1',
      [org.id],
    );
    expect(count).toBe(2);
  });
});
