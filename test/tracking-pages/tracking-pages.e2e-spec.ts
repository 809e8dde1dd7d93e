import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type TestAgent from 'supertest/lib/agent.js';
import { TrackingPageService } from '../../src/features/tracking-pages/tracking-page.service.js';
import { TrackingMailsRepository } from '../../src/features/tracking-pages/tracking-mails.repository.js';
import { TrackingService } from '../../src/features/tracking/tracking.service.js';
import type { TrackingStatus } from '../../src/domain/tracking-status.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { freightRequest, newFreight, rateRequest, createTariff } from '../support/factories.js';
import { buildPng } from '../support/images.js';
import { Mailbox, type ReceivedMail } from '../support/mailbox.js';

const OWNER = 'owner@example.com';
const BASE = 'http://freight.example.com';
const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(1)>'&{{7*7}}`;

describe('tracking for consignees', () => {
  let app: TestApp;
  let org: TestOrganization;
  let mailbox: Mailbox;
  /** A different address for each test. */
  let dock: string;

  beforeAll(async () => {
    mailbox = await Mailbox.open();
    app = await startApp({ SMTP_URL: mailbox.url, PUBLIC_URL: BASE });
  });
  afterAll(async () => {
    try {
      await app.close();
    } finally {
      await mailbox.close();
    }
  });
  beforeEach(async () => {
    org = await app.organization();
    dock = `dock-${org.id}@lakeside.example`;
    mailbox.mails.length = 0;
  });

  const share = async (id: number, body: object = {}, client = org.test) =>
    (await client.post(`/api/v1/freight/${id}/tracking-link`).send(body)).body;
  const page = (url: string) => app.client().get(url.replace(BASE, ''));
  const simulate = (id: number, event: string, apply = true) =>
    org.test.post(`/api/v1/sandbox/simulate/shipment.${event}?apply=${apply}`).send({ shipment_id: id });
  const scan = (id: number, status: TrackingStatus) =>
    app.app
      .get(TrackingService)
      .recordFreightScans(
        { organizationId: org.id, mode: 'live' },
        id,
        [{ status, location: 'Chicago, IL' }],
        'carrier',
      );
  /** Waits until no mail is pending. */
  const settled = () =>
    eventually(async () => {
      const rows = await app.sql.query(
        'SELECT FROM mails WHERE organization_id = $1 AND next_attempt_at IS NOT NULL',
        [org.id],
      );
      return rows.length === 0;
    });
  const mailsTo = (address: string) => mailbox.mails.filter(({ recipients }) => recipients.includes(address));

  /** Creates a live shipment that its carrier accepted by phone. */
  async function taken(changes: Record<string, unknown> = {}): Promise<number> {
    const id = await created(org.live, changes);
    const confirmed = { pro_number: `7700${id}`, pickup_confirmation: 'C-1' };
    await org.live.post(`/api/v1/freight/${id}/confirm`).send(confirmed).expect(200);
    return id;
  }

  async function created(client: TestAgent, changes: Record<string, unknown> = {}): Promise<number> {
    await createTariff(client, { scac: 'ACME' });
    const { data } = (await client.post('/api/v1/quotes').send(rateRequest()).expect(201)).body;
    const quote = data.find(({ scac }: { scac: string }) => scac === 'ACME');
    const draft = (await client.post('/api/v1/freight').send(freightRequest(quote.id, changes)).expect(201))
      .body;
    await client.post(`/api/v1/freight/${draft.id}/book`).expect(200);
    return draft.id as number;
  }

  describe('has a page', () => {
    it('with a link that is created once, returned again and revoked', async () => {
      const { id } = await newFreight(org.test);
      const freight = async () => (await org.test.get(`/api/v1/freight/${id}`).expect(200)).body;
      expect((await freight()).tracking_page_url).toBeNull();
      await org.test.get(`/api/v1/freight/${id}/tracking-link`).expect(404);

      const made = await org.test.post(`/api/v1/freight/${id}/tracking-link`).expect(201);
      expect(made.headers.location).toBe(`/api/v1/freight/${id}/tracking-link`);
      expect(made.body).toMatchObject({ object: 'tracking_link', freight_id: id, pod: false, notify: [] });
      expect(made.body.url).toMatch(/^http:\/\/freight\.example\.com\/track\/[\w-]{43}$/);
      const year = Date.parse(made.body.expires_at) - Date.parse(made.body.created_at);
      expect(year).toBe(365 * 86_400_000);
      const again = await org.test
        .post(`/api/v1/freight/${id}/tracking-link`)
        .send({ pod: true })
        .expect(200);
      expect(again.body).toEqual({ ...made.body, pod: true });
      expect((await org.test.get(`/api/v1/freight/${id}/tracking-link`).expect(200)).body).toEqual(
        again.body,
      );
      expect((await freight()).tracking_page_url).toBe(made.body.url);
      const { data } = (await org.test.get('/api/v1/freight').expect(200)).body;
      expect(data[0].tracking_page_url).toBe(made.body.url);
      await page(made.body.url).expect(200);

      const revoked = await org.test.delete(`/api/v1/freight/${id}/tracking-link`).expect(200);
      expect(revoked.body).toEqual({ object: 'tracking_link', freight_id: id, deleted: true });
      await org.test.delete(`/api/v1/freight/${id}/tracking-link`).expect(404);
      await page(made.body.url).expect(404);
      expect((await freight()).tracking_page_url).toBeNull();
      const other = await share(id);
      expect(other.url).not.toBe(made.body.url);
      await page(made.body.url).expect(404);

      const { body: log } = await org.test.get('/api/v1/audit-log').expect(200);
      expect(log.data.map(({ action }: { action: string }) => action).slice(0, 3)).toEqual([
        'tracking_link.created',
        'tracking_link.revoked',
        'tracking_link.created',
      ]);
    });

    it('that allows other downloads while one proof of delivery is slow', async () => {
      const slow = jest
        .spyOn(TrackingPageService.prototype, 'findProofOfDelivery')
        .mockImplementation((token) =>
          token === 'slow' ? new Promise(() => undefined) : Promise.resolve(null),
        );
      const abort = new AbortController();
      const download = (token: string) => fetch(`${app.url}/track/${token}/pod`, { signal: abort.signal });
      try {
        const pending = [download('slow'), download('slow')].map((one) => one.catch(() => 'aborted'));
        await eventually(() => slow.mock.calls.length === 2);
        expect((await download('slow')).status).toBe(503);
        expect((await download('other')).status).toBe(404);
        abort.abort();
        expect(await Promise.all(pending)).toEqual(['aborted', 'aborted']);
      } finally {
        slow.mockRestore();
      }
    });

    it('that shows the status of the shipment and no private data', async () => {
      const secrets = {
        references: [{ name: 'PO', value: 'PO-SECRET' }],
        special_instructions: 'GATE-SECRET',
        orders: [{ number: 'ORDER-SECRET' }],
        bill_to: {
          company: 'PAYER-SECRET',
          type: 'third_party',
          address: '1 Main St',
          phone: '555-222-1111',
        },
      };
      const { id } = await newFreight(org.test, secrets);
      const { url } = await share(id, { notify: [{ email: 'who@told.example' }] });
      expect((await page(url).expect(200)).text).toContain('Awaiting pickup');
      await simulate(id, 'booked').expect(200);
      expect((await page(url)).text).toContain('>Booked<');
      await simulate(id, 'picked_up').expect(200);
      await simulate(id, 'out_for_delivery').expect(200);
      const { text, headers } = await page(url).expect(200);
      expect(text).toContain('Out for delivery');
      expect(text).toContain('Los Angeles, CA');
      expect(text).toMatch(/Estimated delivery<br><span class="when">\w+day, \w+ \d+, \d{4}</);
      expect(text).toMatch(/\w{3} \d+, \d+:\d\d [AP]M P[SD]T/);
      expect(text).toMatch(/\w{3} \d+, \d+:\d\d [AP]M C[SD]T/);
      const freight = (await org.test.get(`/api/v1/freight/${id}`).expect(200)).body;
      expect(text).toContain(freight.pro_number);
      const price = (freight.total_charge_cents / 100).toFixed(2);
      for (const word of [
        'SECRET',
        'told.example',
        '$',
        price,
        'Ann',
        'Bob',
        '12 S Main',
        '555-',
        freight.bol_number,
      ])
        expect(text).not.toContain(word);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
        'x-frame-options': 'DENY',
        'content-type': 'text/html; charset=utf-8',
      });
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      );
      expect(headers['set-cookie']).toBeUndefined();
      await simulate(id, 'delivered').expect(200);
      const delivered = (await page(url).expect(200)).text;
      expect(delivered).toContain('>Delivered<');
      expect(delivered).not.toContain('Estimated delivery');
      const { body } = await org.test.get(`/api/v1/freight/${id}/tracking-link`).expect(200);
      const days = (Date.parse(body.expires_at) - Date.now()) / 86_400_000;
      expect(Math.round(days)).toBe(90);
    });

    it('that shows text of others as plain text', async () => {
      await app.sql.query('UPDATE organizations SET name = $2 WHERE id = $1', [org.id, HOSTILE.slice(0, 90)]);
      const { id } = await newFreight(org.test);
      await simulate(id, 'booked').expect(200);
      await org.test
        .post('/api/v1/sandbox/simulate/shipment.in_transit')
        .send({ shipment_id: id, location: HOSTILE, description: HOSTILE })
        .expect(200);
      await app.sql.query(
        `UPDATE freight SET carrier_name = $2, pro_number = $3,
           ship_from = ship_from || jsonb_build_object('city', $4::text), ship_to = ship_to || jsonb_build_object('city', $4::text)
         WHERE id = $1`,
        [id, HOSTILE, HOSTILE.slice(0, 50), HOSTILE],
      );
      const { url } = await share(id);
      const { text } = await page(url).expect(200);
      expect(text).toContain('&lt;script&gt;');
      expect(text).not.toMatch(/<script|<img/i);
    });

    it('with the proof of delivery only if the link allows it', async () => {
      const { id } = await newFreight(org.test);
      await simulate(id, 'delivered').expect(200);
      const { url } = await share(id);
      await page(`${url}/pod`).expect(404);
      const bytes = buildPng(3, 3);
      await org.test
        .post(`/api/v1/freight/${id}/documents?type=weight_certificate`)
        .set('Content-Type', 'image/png')
        .send(buildPng(2, 2))
        .expect(201);
      await share(id, { pod: true });
      expect((await page(url)).text).not.toContain('Proof of delivery');
      await page(`${url}/pod`).expect(404);
      await org.test
        .post(`/api/v1/freight/${id}/documents?type=pod`)
        .set('Content-Type', 'image/png')
        .send(bytes)
        .expect(201);
      const link = /href="([^"]+\/pod)"/.exec((await page(url)).text)![1]!;
      const proof = await page(new URL(link, url).href).buffer(true).expect(200);
      expect(proof.headers).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'no-store',
        'content-disposition': 'attachment; filename=proof-of-delivery.png',
      });
      expect(Buffer.compare(proof.body, bytes)).toBe(0);
      await share(id, { pod: false });
      await page(`${url}/pod`).expect(404);
      expect((await page(url)).text).not.toContain('Proof of delivery');
    });

    it('that returns the same 404 for unknown, revoked and expired links', async () => {
      const { id } = await newFreight(org.test);
      const { url } = await share(id);
      const unknown = await page(`${BASE}/track/${'A'.repeat(43)}`).expect(404);
      expect(unknown.headers['content-type']).toBe('text/html; charset=utf-8');
      await app.sql.query(
        `UPDATE tracking_links SET created_at = created_at - interval '366 days' WHERE freight_id = $1`,
        [id],
      );
      const ended = await page(url).expect(404);
      expect(ended.text).toBe(unknown.text);
      expect(ended.headers['cache-control']).toBe('no-store');
      await org.test.get(`/api/v1/freight/${id}/tracking-link`).expect(404);
      const made = await org.test.post(`/api/v1/freight/${id}/tracking-link`).expect(201);
      expect(made.body.url).not.toBe(url);
      await page(url).expect(404);
      for (const text of ['short', 'A'.repeat(44), '..%2f..', `${'A'.repeat(43)}/pod`, 'stop/x'])
        expect((await page(`${BASE}/track/${text}`).expect(404)).text).toBe(unknown.text);
    });

    it('with a token that is stored and logged only as a hash', async () => {
      const { id } = await newFreight(org.test);
      const { url } = await share(id, { notify: [{ email: dock }] });
      await simulate(id, 'delivered').expect(200);
      await org.test.get(`/api/v1/freight/${id}/bol/pdf`).expect(200);
      const token = url.split('/').at(-1);
      for (const table of [
        'tracking_links',
        'events',
        'audit_log',
        'mails',
        'idempotent_requests',
        'api_requests',
      ]) {
        const rows = await app.sql.query(`SELECT t::text AS row FROM ${table} t`);
        for (const { row } of rows) expect(row).not.toContain(token);
      }
    });
  });

  describe('sends email', () => {
    const own = {
      notify: [{ email: 'DOCK', events: ['booked', 'out_for_delivery', 'delivered', 'exception'] }],
    };
    const asked = () => ({ notify: [{ ...own.notify[0]!, email: dock }] });
    const stopIn = ({ headers }: ReceivedMail): string =>
      /^List-Unsubscribe: <http:\/\/freight\.example\.com(\/track\/stop\/[\w-]{43})>$/m.exec(headers)![1]!;

    it('once per status, as plain text and HTML with the link', async () => {
      const id = await taken();
      const { url } = await share(id, asked(), org.live);
      const booked = await mailbox.waitForMail(dock);
      expect(booked.recipients).toEqual([dock]);
      expect(booked.headers).toMatch(/^Subject: Your shipment from Test is booked$/m);
      expect(booked.headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
      expect(booked.headers).toMatch(/^Content-Type: multipart\/alternative/m);
      expect(booked.text).toContain(url);
      expect(booked.text).not.toContain('TEST');
      const [html] = booked.attachments;
      expect(html!.headers).toContain('text/html');
      expect(html!.bytes.toString()).toContain(`href="${url}"`);
      for (const words of [booked.text, html!.bytes.toString()])
        expect(words).not.toMatch(/\$|554238|Ann|Bob|Main St|Gate code/);

      await scan(id, 'picked_up');
      await scan(id, 'out_for_delivery');
      expect((await mailbox.waitForMail(dock)).headers).toContain('is out for delivery');
      await scan(id, 'exception');
      expect((await mailbox.waitForMail(dock)).headers).toContain('is delayed');
      await scan(id, 'out_for_delivery');
      await scan(id, 'exception');
      await scan(id, 'delivered');
      expect((await mailbox.waitForMail(dock)).headers).toContain('was delivered');
      await settled();
      expect(mailsTo(dock)).toEqual([]);
      const { body } = await org.live.get(`/api/v1/freight/${id}/tracking-link`).expect(200);
      expect(body.notify).toEqual([
        {
          email: dock,
          events: ['booked', 'out_for_delivery', 'delivered', 'exception'],
          told: ['booked', 'out_for_delivery', 'exception', 'delivered'],
          stopped: false,
        },
      ]);
    });

    it('for the selected events, and only after a carrier has accepted the booking', async () => {
      const id = await created(org.live);
      await share(id, { notify: [{ email: dock, events: ['delivered', 'booked'] }] }, org.live);
      await settled();
      expect(mailsTo(dock)).toEqual([]);
      await org.live
        .post(`/api/v1/freight/${id}/confirm`)
        .send({ pro_number: `7700${id}` })
        .expect(200);
      expect((await mailbox.waitForMail(dock)).headers).toContain('is booked');
      await scan(id, 'out_for_delivery');
      await settled();
      expect(mailsTo(dock)).toEqual([]);
    });

    it('until the recipient unsubscribes by POST, for all shipments of the organization', async () => {
      const id = await taken();
      await share(id, asked(), org.live);
      const mail = await mailbox.waitForMail(dock);
      const stop = stopIn(mail);
      expect(mail.text).toContain(`${BASE}${stop}`);
      const look = await page(stop).expect(200);
      expect(look.text).toContain('method="post"');
      expect(look.text).toContain(dock);
      const stopped = async () =>
        (await org.live.get(`/api/v1/freight/${id}/tracking-link`).expect(200)).body.notify[0].stopped;
      expect(await stopped()).toBe(false);
      const oneClick = await app
        .client()
        .post(stop)
        .type('form')
        .send('List-Unsubscribe=One-Click')
        .expect(200);
      expect(oneClick.text).toContain('Unsubscribed');
      expect(await stopped()).toBe(true);
      await app.client().post(stop).field('List-Unsubscribe', 'One-Click').expect(200);
      expect((await page(stop).expect(200)).text).toContain('Unsubscribed');
      await scan(id, 'out_for_delivery');
      await share(await taken(), asked(), org.live);
      await settled();
      expect(mailsTo(dock)).toEqual([]);
      const { body: log } = await org.live.get('/api/v1/audit-log?action=tracking_mails.stopped').expect(200);
      expect(log.data).toEqual([expect.objectContaining({ actor: 'service', details: { email: dock } })]);
      const other = await app.organization();
      expect(other.id).not.toBe(org.id);
      const rows = await app.sql.query('SELECT organization_id FROM mail_stops WHERE email = $1', [dock]);
      expect(rows).toEqual([{ organization_id: org.id }]);
      await app
        .client()
        .post(`/track/stop/${'A'.repeat(43)}`)
        .type('form')
        .send('a=b')
        .expect(404);
    });

    it('to the owner instead of the consignee in test mode', async () => {
      await app.sql.query('UPDATE organizations SET owner_email = $2 WHERE id = $1', [org.id, OWNER]);
      const { id } = await newFreight(org.test);
      await share(id, asked());
      await simulate(id, 'delivered').expect(200);
      const mail = await mailbox.waitForMail(OWNER);
      expect(mail.headers).toContain(`\r\nTo: ${OWNER}\r\n`);
      expect(mail.headers).toContain('Subject: [TEST] Your shipment from Test was delivered');
      expect(mail.text).toContain(`TEST: in live mode this email would go to ${dock}.`);
      expect(mail.attachments[0]!.bytes.toString()).toContain('TEST: in live mode');
      await settled();
      expect(mailsTo(dock)).toEqual([]);
      expect(mailbox.mails).toEqual([]);
    });

    it('but not for simulations with apply=false, revoked links or removed recipients', async () => {
      await app.sql.query('UPDATE organizations SET owner_email = $2 WHERE id = $1', [org.id, OWNER]);
      const { id } = await newFreight(org.test);
      await share(id, asked());
      await simulate(id, 'exception', false).expect(200);
      await settled();
      expect(mailbox.mails).toEqual([]);
      mailbox.rejection = 'Not now';
      try {
        await simulate(id, 'exception').expect(200);
        const waits = () =>
          app.sql.query(`SELECT FROM mails WHERE organization_id = $1 AND last_error LIKE '%Not now%'`, [
            org.id,
          ]);
        await eventually(async () => (await waits()).length === 1);
        await share(id, { notify: [] });
      } finally {
        mailbox.rejection = undefined;
      }
      await app.sql.query('UPDATE mails SET next_attempt_at = now() WHERE organization_id = $1', [org.id]);
      await settled();
      expect(mailbox.mails).toEqual([]);
      await share(id, asked());
      await org.test.delete(`/api/v1/freight/${id}/tracking-link`).expect(200);
      await simulate(id, 'delivered').expect(200);
      await settled();
      expect(mailbox.mails).toEqual([]);
    });

    it('after an outage of the mail server', async () => {
      const id = await taken();
      mailbox.rejection = 'Not now';
      try {
        await share(id, asked(), org.live);
        await eventually(async () => {
          const [mail] = await app.sql.query('SELECT last_error FROM mails WHERE recipient = $1', [dock]);
          return mail.last_error !== null;
        });
      } finally {
        mailbox.rejection = undefined;
      }
      await app.sql.query('UPDATE mails SET next_attempt_at = now() WHERE recipient = $1', [dock]);
      expect((await mailbox.waitForMail(dock)).headers).toContain('is booked');
    });

    it('without headers or markup from an organization name', async () => {
      await app.sql.query('UPDATE organizations SET name = $2 WHERE id = $1', [
        org.id,
        `Evil\r\nBcc: victim@example.com\r\n\r\n${HOSTILE}`,
      ]);
      const id = await taken();
      await share(id, asked(), org.live);
      const mail = await mailbox.waitForMail(dock);
      expect(mail.recipients).toEqual([dock]);
      expect(mail.headers).not.toMatch(/^Bcc/im);
      expect(mail.attachments[0]!.bytes.toString()).not.toMatch(/<script|<img/);
      const injected = `"a\r\nBcc: victim@example.com\r\nX: "@example.com`;
      const { body } = await org.live
        .post(`/api/v1/freight/${id}/tracking-link`)
        .send({ notify: [{ email: injected }] })
        .expect(400);
      expect(body.error.param).toBe('notify[0].email');
    });

    it('if the request is valid', async () => {
      const { id } = await newFreight(org.test);
      const refused = async (body: object) =>
        (await org.test.post(`/api/v1/freight/${id}/tracking-link`).send(body).expect(400)).body.error;
      expect(await refused({ pod: 'yes' })).toMatchObject({ param: 'pod' });
      expect(await refused({ notify: [{ email: 'nobody' }] })).toMatchObject({ param: 'notify[0].email' });
      expect(await refused({ notify: [{ email: dock, events: ['burnt'] }] })).toMatchObject({
        param: 'notify[0].events',
      });
      expect(await refused({ notify: [{ email: dock }, { email: dock.toUpperCase() }] })).toMatchObject({
        param: 'notify[1].email',
        code: 'conflicting_values',
      });
      const six = Array.from({ length: 6 }, (_, at) => ({ email: `${at}@lakeside.example` }));
      expect(await refused({ notify: six })).toMatchObject({ param: 'notify' });
      await org.test.get(`/api/v1/freight/${id}/tracking-link`).expect(404);
    });

    it('and deletes its records and mails after the retention', async () => {
      const id = await taken();
      await share(id, asked(), org.live);
      await mailbox.waitForMail(dock);
      await settled();
      await app.sql.query(
        `UPDATE tracking_mails SET created_at = now() - interval '501 days' WHERE email = $1`,
        [dock],
      );
      await app.app.get(TrackingMailsRepository).deleteOld();
      for (const [table, column] of [
        ['tracking_mails', 'email'],
        ['mails', 'recipient'],
      ])
        expect(await app.sql.query(`SELECT FROM ${table} WHERE ${column} = $1`, [dock])).toEqual([]);
    });
  });
});
