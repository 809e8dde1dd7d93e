import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PinoLogger } from 'nestjs-pino';
import type TestAgent from 'supertest/lib/agent.js';
import { AnswerTenderCommand } from '../../src/features/freight/tender-page/answer-tender.command.js';
import { openBrowser } from '../support/chromium.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { listFreightEventTypes } from '../support/freight-events.js';
import { eventually } from '../support/eventually.js';
import { freightRequest, rateRequest, createTariff } from '../support/factories.js';
import { Mailbox, type ReceivedMail } from '../support/mailbox.js';
import { parsePdfPages } from '../support/printed-pdf.js';

const OWNER = 'owner@example.com';
const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(1)>'&{{7*7}}`;

describe('tenders by email', () => {
  let app: TestApp;
  let org: TestOrganization;
  let mailbox: Mailbox;
  /** A different address for each test. */
  let carrier: string;

  beforeAll(async () => {
    mailbox = await Mailbox.open();
    app = await startApp({ SMTP_URL: mailbox.url, PUBLIC_URL: 'http://freight.example.com' });
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
    carrier = `dispatch-${org.id}@acme.example`;
    mailbox.mails.length = 0;
  });

  /** Creates a draft by a tariff of a carrier that accepts tenders. */
  async function draft(
    client: TestAgent,
    changes: Record<string, unknown> = {},
    tariff = {},
  ): Promise<number> {
    await createTariff(client, { tender_email: carrier, scac: 'ACME', ...tariff });
    const { data } = (await client.post('/api/v1/quotes').send(rateRequest()).expect(201)).body;
    const quote = data.find(({ scac }: { scac: string }) => scac === 'ACME');
    const { body } = await client.post('/api/v1/freight').send(freightRequest(quote.id, changes)).expect(201);
    return body.id as number;
  }
  const book = async (id: number, client = org.live) =>
    (await client.post(`/api/v1/freight/${id}/book`).expect(200)).body;
  const freightOf = async (id: number, client = org.live) =>
    (await client.get(`/api/v1/freight/${id}`).expect(200)).body;
  const linkIn = ({ text }: ReceivedMail): string =>
    /http:\/\/freight\.example\.com(\/tenders\/[\w-]{43})#accept/.exec(text)![1]!;
  const page = (link: string) => app.client().get(link);
  const answer = (link: string, form: Record<string, string>) =>
    app.client().post(link).type('form').send(form);

  const mailOf = async (id: number) =>
    (
      await app.sql.query(
        'SELECT m.* FROM mails m JOIN tenders t ON t.mail_id = m.id WHERE t.freight_id = $1',
        [id],
      )
    )[0];
  /** Lists the shipments that need attention, or the others. */
  const attentive = async (attention = true): Promise<number[]> => {
    const { body } = await org.live.get('/api/v1/freight').query({ attention, limit: 100 }).expect(200);
    return body.data.map((one: { id: number }) => one.id);
  };

  /** Creates a tendered shipment. Returns it with the link that its carrier received. */
  async function tendered(changes: Record<string, unknown> = {}): Promise<{ id: number; link: string }> {
    const id = await draft(org.live, changes);
    await book(id);
    return { id, link: linkIn(await mailbox.waitForMail(carrier)) };
  }

  it('go to the carrier with the BOL and can be accepted through the link', async () => {
    const id = await draft(org.live);
    const booked = await book(id);
    expect(booked).toMatchObject({
      status: 'tendered',
      pro_number: null,
      status_reason: 'Acme Freight has not responded to the emailed tender yet.',
      booking: { state: 'pending', attempts: 0, next_attempt_at: null, last_error: null },
      tender: { state: 'sent', email: carrier, answered_at: null, by: null, reason: null },
    });
    const mail = await mailbox.waitForMail(carrier);
    expect(mail.recipients).toEqual([carrier]);
    expect(mail.headers).toContain(`\r\nTo: ${carrier}\r\n`);
    expect(mail.headers).toMatch(
      /^Subject: Tender \d{17}: Los Angeles, CA to Chicago, IL, pickup \d{4}-\d\d-\d\d$/m,
    );
    expect(mail.text).not.toContain('TEST');
    expect(mail.text).toContain('$800.00');
    const [paper] = mail.attachments;
    expect(mail.attachments).toHaveLength(1);
    expect(paper!.headers).toContain(`filename=bol-${booked.bol_number}.pdf`);
    const printed = (await parsePdfPages(paper!.bytes)).flatMap(({ texts }) => texts.map(({ text }) => text));
    expect(printed.join(' ')).toContain(booked.bol_number);
    expect(printed.join(' ')).not.toMatch(/DRAFT/);
    const sent = await eventually(async () => {
      const { tender } = await freightOf(id);
      return tender.sent_at !== null && tender;
    });
    expect(Date.parse(sent.expires_at)).toBeGreaterThan(Date.parse(sent.sent_at));

    const link = linkIn(mail);
    const shown = await page(link).expect(200);
    expect(shown.text).toContain('Acme Manufacturing');
    expect(shown.text).toContain('$800.00');
    await answer(link, { answer: 'accept', name: 'Dee Patcher', pro: '123-456-789' })
      .expect(303)
      .expect('Location', link.split('/').at(-1)!);
    expect((await page(link).expect(200)).text).toContain('Accepted');
    const accepted = await freightOf(id);
    expect(accepted).toMatchObject({
      status: 'carrier_accepted',
      pro_number: '123456789',
      status_reason: null,
      booking: { state: 'done', attempts: 0, next_attempt_at: null, last_error: null },
      tender: { state: 'accepted', by: 'Dee Patcher', answered_at: expect.any(String), reason: null },
    });
    expect(await listFreightEventTypes(app, id)).toEqual(expect.arrayContaining(['shipment.booked']));
    expect((await org.live.get('/api/v1/carrier-calls').expect(200)).body.data).toEqual([]);
  });

  it('can be declined with a reason, which restores the draft and releases the quote', async () => {
    const { id, link } = await tendered();
    const { quote } = await freightOf(id);
    await answer(link, { answer: 'decline', name: 'Dee', reason: 'No truck that day' }).expect(303);
    expect(await freightOf(id)).toMatchObject({
      status: 'draft',
      status_reason: 'No truck that day',
      booking: { state: 'none' },
      decline: { carrier: 'Acme Freight', code: null, message: 'No truck that day' },
      tender: { state: 'declined', by: 'Dee', reason: 'No truck that day' },
    });
    expect((await org.live.get(`/api/v1/quotes/${quote.id}`).expect(200)).body.status).toBe('active');
    expect(await listFreightEventTypes(app, id)).toEqual(
      expect.arrayContaining(['shipment.booked', 'shipment.exception']),
    );
    expect((await page(link).expect(200)).text).toContain('Declined');
    expect(await book(id)).toMatchObject({
      status: 'tendered',
      booking: { state: 'pending' },
      decline: null,
      tender: { state: 'sent' },
    });
    const again = linkIn(await mailbox.waitForMail(carrier));
    expect(again).not.toBe(link);
    await answer(link, { answer: 'accept', name: 'Dee' }).expect(303);
    expect((await freightOf(id)).status).toBe('tendered');
    await answer(again, { answer: 'accept', name: 'Dee' }).expect(303);
    expect((await freightOf(id)).status).toBe('carrier_accepted');
  });

  it('get the PRO number and the pickup confirmation later through confirm', async () => {
    const { id, link } = await tendered();
    await answer(link, { answer: 'accept', name: 'Dee' }).expect(303);
    expect(await freightOf(id)).toMatchObject({ status: 'carrier_accepted', pro_number: null });
    const confirm = (body: object) => org.live.post(`/api/v1/freight/${id}/confirm`).send(body);
    const { body } = await confirm({ pro_number: '87654321', pickup_confirmation: 'PU-9' }).expect(200);
    expect(body).toMatchObject({
      status: 'scheduled',
      pro_number: '87654321',
      pickup_confirmation: 'PU-9',
      pickup: { status: 'confirmed' },
      tender: { state: 'accepted' },
    });
    await confirm({ pro_number: '87654321' }).expect(422);
  });

  it('can be confirmed by phone, which ends the link', async () => {
    const { id, link } = await tendered();
    const { body } = await org.live
      .post(`/api/v1/freight/${id}/confirm`)
      .send({ pro_number: '87654321' })
      .expect(200);
    expect(body).toMatchObject({ status: 'carrier_accepted', tender: { state: 'withdrawn' } });
    await answer(link, { answer: 'decline', name: 'Dee', reason: 'No' }).expect(303);
    await page(link).expect(410);
    expect((await freightOf(id)).status).toBe('carrier_accepted');
  });

  it('do not change when the page is only opened', async () => {
    const { id, link } = await tendered();
    await eventually(async () => (await freightOf(id)).tender.sent_at);
    const before = await freightOf(id);
    await page(link).expect(200);
    await app.client().head(link).expect(200);
    await page(`${link}?answer=accept&name=Dee`).expect(200);
    await app.client().put(link).expect(405);
    expect(await freightOf(id)).toEqual(before);
  });

  it('accept only the first answer', async () => {
    const { id, link } = await tendered();
    const answers = await Promise.all([
      answer(link, { answer: 'accept', name: 'One' }),
      answer(link, { answer: 'accept', name: 'Two' }),
      answer(link, { answer: 'decline', name: 'Three', reason: 'No' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    const { status, tender } = await freightOf(id);
    const { text } = await page(link).expect(200);
    expect(text).toContain(tender.by);
    await answer(link, { answer: 'decline', name: 'Late', reason: 'Changed my mind' }).expect(303);
    expect(await freightOf(id)).toMatchObject({ status, tender });
  });

  it.each([
    [{ answer: 'accept', name: '' }, 'Enter your name.'],
    [{ answer: 'decline', name: 'Dee', reason: ' ' }, 'Enter a reason.'],
    [{ answer: 'maybe', name: 'Dee' }, 'Choose Accept or Decline.'],
    [{ name: 'Dee' }, 'Choose Accept or Decline.'],
    [{ answer: 'accept', name: 'x'.repeat(101) }, 'The name is too long: at most 100 characters.'],
    [{ answer: 'accept', name: 'Dee', pro: '- -' }, 'is not a valid PRO number for ACME'],
    [{ answer: 'accept', name: 'Dee\u202e' }, 'The name contains control characters.'],
    [
      { answer: 'accept', name: 'Dee', pro: '1\r\nBcc: x@example.com' },
      'The PRO number contains control characters.',
    ],
  ] as [Record<string, string>, string][])('say what is wrong with %j', async (form, fault) => {
    const { id, link } = await tendered();
    const { text } = await answer(link, form).expect(400);
    expect(text).toContain(fault);
    expect(await freightOf(id)).toMatchObject({ status: 'tendered', tender: { state: 'sent' } });
  });

  it('reject a PRO number of another shipment without naming the shipment', async () => {
    const first = await tendered();
    await answer(first.link, { answer: 'accept', name: 'Dee', pro: '55554444' }).expect(303);
    const second = await tendered();
    const { text } = await answer(second.link, { answer: 'accept', name: 'Dee', pro: '5555-4444' }).expect(
      400,
    );
    expect(text).toContain('Another shipment has this PRO number. Check the number.');
    await answer(second.link, { answer: 'accept', name: 'Dee', pro: '55554445' }).expect(303);
    expect((await freightOf(second.id)).pro_number).toBe('55554445');
  });

  it('reject malformed forms without a 500', async () => {
    const { link } = await tendered();
    await app.client().post(link).expect(415);
    await app.client().post(link).send({ answer: 'accept' }).expect(415);
    await answer(link, { answer: 'accept', name: 'x'.repeat(20_000) }).expect(413);
    await app.client().post(link).set('Idempotency-Key', 'once').type('form').send('%%%=%').expect(400);
  });

  it('expire, which removes the page and restores the draft', async () => {
    const { id, link } = await tendered();
    await app.sql.query(`UPDATE tenders SET expires_at = now() WHERE freight_id = $1`, [id]);
    const unknown = await page(`/tenders/${'x'.repeat(43)}`).expect(404);
    expect((await page(link).expect(404)).text).toBe(unknown.text);
    expect((await answer(link, { answer: 'accept', name: 'Dee' }).expect(404)).text).toBe(unknown.text);
    expect((await page('/tenders/x').expect(404)).text).toBe(unknown.text);
    expect((await freightOf(id)).tender.state).toBe('expired');
    await app.app.get(AnswerTenderCommand).expireDue();
    expect(await freightOf(id)).toMatchObject({
      status: 'draft',
      status_reason: 'The carrier did not respond to the tender in time.',
      decline: null,
      tender: { state: 'expired', answered_at: null },
    });
    const [row] = await app.sql.query('SELECT state, sealed_link FROM tenders WHERE freight_id = $1', [id]);
    expect(row).toEqual({ state: 'expired', sealed_link: null });
  });

  it('accepts a response until the pickup day ends at most', async () => {
    const { id } = await tendered();
    const [{ late }] = await app.sql.query(
      `SELECT expires_at > pickup_ends_at OR expires_at > now() + interval '24 hours' AS late
       FROM tenders JOIN freight ON freight.id = freight_id WHERE freight_id = $1`,
      [id],
    );
    expect(late).toBe(false);
  });

  it('are withdrawn when the shipment is cancelled, with a mail to the carrier', async () => {
    const { id, link } = await tendered();
    await eventually(async () => (await freightOf(id)).tender.sent_at);
    const { body } = await org.live.post(`/api/v1/freight/${id}/cancel`).expect(200);
    expect(body).toMatchObject({ status: 'voided', tender: { state: 'withdrawn' } });
    expect((await page(link).expect(410)).text).not.toContain('Acme Manufacturing');
    await answer(link, { answer: 'accept', name: 'Dee' }).expect(303);
    expect((await freightOf(id)).status).toBe('voided');
    const { headers, text } = await mailbox.waitForMail(carrier);
    expect(headers).toContain(`Subject: Canceled: tender ${body.bol_number}`);
    expect(text).toContain('do not pick it up');
  });

  it('are withdrawn after acceptance too when the shipment is cancelled', async () => {
    const { id, link } = await tendered();
    await eventually(async () => (await freightOf(id)).tender.sent_at);
    await answer(link, { answer: 'accept', name: 'Dee', pro: '87654321' }).expect(303);
    const { body } = await org.live.post(`/api/v1/freight/${id}/cancel`).expect(200);
    expect(body).toMatchObject({
      status: 'voided',
      status_reason: 'Lading notifies ACME of the cancellation by email.',
      tender: { state: 'withdrawn', by: 'Dee' },
    });
    expect((await mailbox.waitForMail(carrier)).headers).toContain('Canceled: tender');
    expect(await attentive()).toEqual([]);
  });

  it('name the phone contact for a changed pickup after acceptance, without a mail', async () => {
    const { id, link } = await tendered();
    await answer(link, { answer: 'accept', name: 'Dee', pro: '87654322' }).expect(303);
    const { body } = await org.live
      .post(`/api/v1/freight/${id}/pickup`)
      .send({ ready_time: '09:00', close_time: '16:30' })
      .expect(200);
    expect(body).toMatchObject({
      pickup: { status: 'requested', close_time: '16:30' },
      status_reason:
        'Acme Freight accepted the tender by email, and Lading does not email pickup changes. Call the carrier about PRO 87654322.',
    });
    expect(await attentive()).toEqual([id]);
  });

  it('fail if no mail server accepts them, which restores the draft with a reason', async () => {
    mailbox.rejectsRecipients = true;
    try {
      const id = await draft(org.live);
      await book(id);
      await eventually(async () => (await mailOf(id)).last_error);
      expect(await mailOf(id)).toMatchObject({ next_attempt_at: null, sent_at: null, attempt_count: 1 });
      await app.app.get(AnswerTenderCommand).failDue();
      const reason = `No mail server accepted the tender to ${carrier}. The carrier did not receive it.`;
      expect(await freightOf(id)).toMatchObject({
        status: 'draft',
        status_reason: reason,
        tender: { state: 'failed', sent_at: null, answered_at: null, reason },
      });
      expect(await attentive()).toContain(id);
    } finally {
      mailbox.rejectsRecipients = false;
    }
  });

  it('fail if they expire before the mail server accepts them', async () => {
    mailbox.rejection = 'later';
    try {
      const id = await draft(org.live);
      await book(id);
      await eventually(async () => (await mailOf(id)).last_error);
      expect((await mailOf(id)).next_attempt_at).not.toBeNull();
      await app.app.get(AnswerTenderCommand).failDue();
      expect(await freightOf(id)).toMatchObject({ status: 'tendered', tender: { state: 'sent' } });
      await app.sql.query('UPDATE tenders SET expires_at = now() WHERE freight_id = $1', [id]);
      await app.app.get(AnswerTenderCommand).expireDue();
      expect(await freightOf(id)).toMatchObject({ status: 'draft', tender: { state: 'failed' } });
    } finally {
      mailbox.rejection = undefined;
    }
  });

  it('need no attention before they expire', async () => {
    const { id } = await tendered();
    await app.sql.query("UPDATE freight SET updated_at = now() - interval '20 hours' WHERE id = $1", [id]);
    expect(await attentive()).not.toContain(id);
    expect(await attentive(false)).toContain(id);
    await app.sql.query('UPDATE tenders SET expires_at = now() WHERE freight_id = $1', [id]);
    expect(await attentive()).toContain(id);
    expect(await attentive(false)).not.toContain(id);
  });

  it('are not sent if the shipment is cancelled first', async () => {
    mailbox.rejection = 'later';
    try {
      const id = await draft(org.live);
      await book(id);
      const mail = async () =>
        (
          await app.sql.query(
            'SELECT m.* FROM mails m JOIN tenders t ON t.mail_id = m.id WHERE t.freight_id = $1',
            [id],
          )
        )[0];
      await eventually(async () => (await mail()).last_error);
      await org.live.post(`/api/v1/freight/${id}/cancel`).expect(200);
      mailbox.rejection = undefined;
      await app.sql.query('UPDATE mails SET next_attempt_at = now() WHERE id = $1', [(await mail()).id]);
      await eventually(async () => (await mail()).next_attempt_at === null);
      expect(await mail()).toMatchObject({ sent_at: null, text: '', subject: '' });
      expect(mailbox.mails).toEqual([]);
    } finally {
      mailbox.rejection = undefined;
    }
  });

  it('go to the owner in test mode and name the intended recipient', async () => {
    await app.sql.query('UPDATE organizations SET owner_email = $2 WHERE id = $1', [org.id, OWNER]);
    const id = await draft(org.test);
    expect(await book(id, org.test)).toMatchObject({ status: 'tendered', tender: { email: carrier } });
    const mail = await mailbox.waitForMail(OWNER);
    expect(mail.recipients).toEqual([OWNER]);
    expect(mail.headers).toMatch(/^Subject: \[TEST\] Tender/m);
    expect(mail.text).toContain(`TEST: in live mode this email would go to ${carrier}.`);
    const link = linkIn(mail);
    expect((await page(link).expect(200)).text).toContain('Test tender: no freight moves');
    await answer(link, { answer: 'accept', name: 'Dee', pro: '87654321' }).expect(303);
    expect((await freightOf(id, org.test)).status).toBe('carrier_accepted');
    await org.test.post(`/api/v1/freight/${id}/cancel`).expect(200);
    expect((await mailbox.waitForMail(OWNER)).text).toContain('TEST');
    expect(mailbox.mails).toEqual([]);
    await org.test.post('/api/v1/sandbox/reset').expect(200);
    await page(link).expect(404);
  });

  it('need attention at once without a recipient and wait for confirm', async () => {
    const id = await draft(org.test);
    expect(await book(id, org.test)).toMatchObject({
      status: 'created',
      tender: null,
      warnings: expect.arrayContaining([
        { code: 'tender_not_mailed', param: 'tender_email', message: expect.stringMatching(/owner/) },
      ]),
    });
    const without = await startApp();
    try {
      const other = await without.organization();
      const live = await draft(other.live);
      expect(await book(live, other.live)).toMatchObject({
        status: 'created',
        tender: null,
        warnings: expect.arrayContaining([
          { code: 'tender_not_mailed', param: 'tender_email', message: expect.stringContaining(carrier) },
        ]),
      });
      const confirm = other.live.post(`/api/v1/freight/${live}/confirm`);
      await confirm.send({ pro_number: '87654321' }).expect(200);
    } finally {
      await without.close();
    }
  });

  it('use the tariff’s address as of the quote', async () => {
    const tariff = await createTariff(org.live, { tender_email: carrier });
    const { data } = (await org.live.post('/api/v1/quotes').send(rateRequest()).expect(201)).body;
    await org.live.patch(`/api/v1/tariffs/${tariff}`).send({ tender_email: 'new@acme.example' }).expect(200);
    const { id } = (await org.live.post('/api/v1/freight').send(freightRequest(data[0].id)).expect(201)).body;
    expect((await book(id)).tender.email).toBe(carrier);
  });

  it('escape all text and show only the carrier’s price', async () => {
    const markup = { percent: 25, flat_cents: 0, minimum_cents: 0 };
    const customer = (await org.live.post('/api/v1/customers').send({ name: 'Ann', markup }).expect(201))
      .body;
    await org.live.patch('/api/v1/organization').send({ legal_name: HOSTILE }).expect(200);
    await createTariff(org.live, { tender_email: carrier, name: HOSTILE, carrier_name: HOSTILE });
    const asked = rateRequest({
      customer_id: customer.id,
      items: [{ ...(rateRequest().items as object[])[0], description: HOSTILE }],
    });
    const { data } = (await org.live.post('/api/v1/quotes').send(asked).expect(201)).body;
    expect(data[0]).toMatchObject({ net_charge_cents: 100_000, cost_cents: 80_000 });
    const party = { company: HOSTILE, contact: HOSTILE, address: HOSTILE, phone: '555-222-6666' };
    const request = freightRequest(data[0].id, {
      ship_from: party,
      ship_to: party,
      freight: { description: HOSTILE, handling_unit_type: HOSTILE.slice(0, 40) },
      references: [{ name: HOSTILE, value: HOSTILE }],
      special_instructions: `${HOSTILE}\n${HOSTILE}`,
    });
    const { id } = (await org.live.post('/api/v1/freight').send(request).expect(201)).body;
    await book(id);
    const mail = await mailbox.waitForMail(carrier);
    const link = linkIn(mail);
    const { text, headers } = await page(link).expect(200);
    const bad = await answer(link, { answer: 'decline', name: HOSTILE, pro: HOSTILE, reason: '' }).expect(
      400,
    );
    await answer(link, { answer: 'decline', name: HOSTILE, reason: HOSTILE }).expect(303);
    const declined = await page(link).expect(200);
    for (const html of [text, bad.text, declined.text]) {
      expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
      expect(html).not.toMatch(/<script|<img|onerror=alert\(1\)>/);
      // The hostile name ends in `&{{7*7}}`.
      expect(html).not.toContain('&amp;49');
    }
    expect(text.match(/&lt;script&gt;/g)!.length).toBeGreaterThanOrEqual(12);
    for (const told of [text, mail.text]) {
      expect(told).toContain('$800.00');
      expect(told).not.toMatch(/1,?000\.00/);
    }
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex, nofollow',
      'content-type': 'text/html; charset=utf-8',
    });
    const policy = headers['content-security-policy']!;
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]+=*'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
  });

  it('open only the shipment of their token', async () => {
    const { id, link } = await tendered();
    const first = org;
    org = await app.organization();
    const other = await tendered({
      ship_to: { ...(freightRequest(0).ship_to as object), company: 'Other Ltd.' },
    });
    expect((await page(link).expect(200)).text).not.toContain('Other Ltd.');
    expect((await page(other.link).expect(200)).text).toContain('Other Ltd.');
    await answer(other.link, { answer: 'accept', name: 'Dee' }).expect(303);
    expect((await freightOf(id, first.live)).status).toBe('tendered');
    expect((await freightOf(other.id)).status).toBe('carrier_accepted');
    await org.live.get(`/api/v1/freight/${id}`).expect(404);
  });

  it('store no token in plain text', async () => {
    const { id, link } = await tendered();
    const token = link.split('/').at(-1)!;
    for (const table of ['tenders', 'mails', 'events', 'bookings']) {
      const [{ found }] = await app.sql.query(
        `SELECT count(*)::int AS found FROM ${table} t WHERE t::text LIKE '%' || $1 || '%'`,
        [token],
      );
      expect({ table, found }).toEqual({ table, found: 0 });
    }
    const [row] = await app.sql.query('SELECT token_hash, sealed_link FROM tenders WHERE freight_id = $1', [
      id,
    ]);
    expect(row.token_hash).toHaveLength(32);
    expect(row.sealed_link.toString('latin1')).not.toContain(token);
  });

  it.each([390, 1440])(
    'accepts a response from a browser without JavaScript, %d pixels wide',
    async (width) => {
      const { id, link } = await tendered({
        special_instructions: `Gate code 123\nAsk for ${'W'.repeat(120)}`,
      });
      const browser = await openBrowser();
      try {
        const tab = await browser.newPage();
        await tab.setJavaScriptEnabled(false);
        await tab.setViewport({ width, height: 900 });
        const faults: string[] = [];
        tab.on('console', (message) => faults.push(message.text()));
        const shown = await tab.goto(app.url + link);
        expect(shown!.status()).toBe(200);
        const wide = await tab.$eval('html', ({ scrollWidth }) => scrollWidth);
        expect(wide).toBeLessThanOrEqual(width);
        const styled = await tab.evaluate(
          `getComputedStyle(document.querySelector('button')).backgroundColor`,
        );
        expect(styled).toBe('rgb(11, 107, 58)');
        await tab.type('#decline input[name=name]', 'Dee Patcher');
        await tab.type('#decline input[name=reason]', 'No truck');
        await Promise.all([tab.waitForNavigation(), tab.click('#decline button')]);
        expect(await tab.$eval('h1', ({ textContent }) => textContent)).toBe('Declined');
        expect(tab.url()).toBe(app.url + link);
        expect(faults).toEqual([]);
        expect(await freightOf(id)).toMatchObject({ status: 'draft', tender: { by: 'Dee Patcher' } });
      } finally {
        await browser.close();
      }
    },
  );

  it('log no token', async () => {
    const { link } = await tendered();
    const logged = jest.spyOn(PinoLogger.root, 'info').mockImplementation(() => undefined);
    try {
      await page(link).expect(200);
      await eventually(() => logged.mock.calls.length);
      expect(JSON.stringify(logged.mock.calls)).toContain('/tenders/[token]');
      expect(JSON.stringify(logged.mock.calls)).not.toContain(link);
    } finally {
      logged.mockRestore();
    }
  });

  it('are rate-limited by address', async () => {
    const few = await startApp({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_PUBLIC: '1' });
    try {
      const statuses = [];
      for (let round = 0; round < 4; round++)
        statuses.push((await few.client().get(`/tenders/${'y'.repeat(43)}`)).status);
      expect(statuses).toContain(429);
      expect(statuses[0]).toBe(404);
    } finally {
      await few.close();
    }
  });
});
