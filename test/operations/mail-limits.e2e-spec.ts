import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BolPdfService } from '../../src/features/freight/bol/bol-pdf.service.js';
import { MembersService } from '../../src/features/members/members.service.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { createTariff, freightRequest, rateRequest } from '../support/factories.js';
import { Mailbox } from '../support/mailbox.js';

describe('the mail worker', () => {
  let app: TestApp;
  let mailbox: Mailbox;
  let red: TestOrganization;
  let blue: TestOrganization;

  beforeAll(async () => {
    mailbox = await Mailbox.open();
    app = await startApp({ SMTP_URL: mailbox.url, MAIL_DAILY_LIMIT: '2' });
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
  });
  beforeEach(async () => {
    red = await app.organization();
    blue = await app.organization();
    mailbox.mails.length = 0;
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const subjects = () => mailbox.mails.map(({ headers }) => /^Subject: (.*)$/m.exec(headers)![1]);
  /** Queues mails in one transaction: `[organization, lane, subject]`, in this order. */
  const queue = (rows: [TestOrganization, string, string][]) =>
    app.sql.query(
      `INSERT INTO mails (organization_id, lane, recipient, subject, text)
       SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $4::text[])`,
      [
        rows.map(([{ id }]) => id),
        rows.map(([, lane]) => lane),
        rows.map(() => 'a@b.example'),
        rows.map(([, , text]) => text),
      ],
    );
  async function draft(client: TestOrganization['live'], email?: string): Promise<number> {
    await createTariff(client, { scac: 'ACME', ...(email && { tender_email: email }) });
    const { data } = (await client.post('/api/v1/quotes').send(rateRequest()).expect(201)).body;
    const quote = data.find(({ scac }: { scac: string }) => scac === 'ACME');
    return (await client.post('/api/v1/freight').send(freightRequest(quote.id)).expect(201)).body.id;
  }
  const newMember = (email: string) =>
    app.app.get(MembersService).add({ organizationId: blue.id, mode: 'live' }, { email, role: 'viewer' });
  const requestLink = (email: string) => app.client().post('/app/session/link').send({ email }).expect(202);

  it('sends the mails of one organization after those of another in turn', async () => {
    await queue([
      ...[1, 2, 3, 4].map((n) => [red, 'normal', `Red ${n}`] as [TestOrganization, string, string]),
      [blue, 'normal', 'Blue 1'],
    ]);
    await eventually(() => mailbox.mails.length === 5);
    expect(subjects().indexOf('Blue 1')).toBeLessThanOrEqual(1);
  });

  it('sends urgent mails before the others', async () => {
    await queue([
      ...[1, 2, 3, 4].map((n) => [red, 'normal', `Red ${n}`] as [TestOrganization, string, string]),
      [red, 'urgent', 'Sign in'],
    ]);
    await eventually(() => mailbox.mails.length === 5);
    expect(subjects()[0]).toBe('Sign in');
  });

  it('sends a sign-in link while the PDF of a tender is being rendered', async () => {
    const release = Promise.withResolvers<Buffer>();
    const render = jest.spyOn(BolPdfService.prototype, 'renderBol').mockReturnValue(release.promise);
    const carrier = `dispatch${red.id}@acme.example`;
    const id = await draft(red.live, carrier);
    await red.live.post(`/api/v1/freight/${id}/book`).expect(200);
    await eventually(() => render.mock.calls.length > 0);
    const { email } = await newMember(`kim${blue.id}@acme.example`);
    await requestLink(email);
    expect((await mailbox.waitForMail(email)).headers).toContain('Subject: Sign in to Test');
    expect(mailbox.mails).toEqual([]);
    release.resolve(Buffer.from('%PDF'));
    await mailbox.waitForMail(carrier);
  });

  it('sends at most 50 sign-in mails a day to one mailbox', async () => {
    const { email, id } = await newMember(`lee${blue.id}@acme.example`);
    await app.sql.query(
      `INSERT INTO mails (organization_id, recipient, mailbox, composer, subject, text, next_attempt_at)
       SELECT $1, $2, $2, 'sign-in', '', '', NULL FROM generate_series(1, 49)`,
      [red.id, email],
    );
    const countLinks = async () =>
      (await app.sql.query('SELECT FROM sign_in_links WHERE member_id = $1', [id])).length;
    await requestLink(email);
    expect(await countLinks()).toBe(1);
    await requestLink(email);
    expect(await countLinks()).toBe(1);
    await app.sql.query(`UPDATE mails SET created_at = now() - interval '25 hours'`);
    await requestLink(email);
    expect(await countLinks()).toBe(2);
  });

  it('refuses a tender over the limit of its mailbox before anything is stored', async () => {
    const book = async (tag: string) => {
      const id = await draft(red.live, `d${red.id}${tag}@acme.example`);
      return { id, response: await red.live.post(`/api/v1/freight/${id}/book`) };
    };
    expect((await book('')).response.status).toBe(200);
    expect((await book('+2')).response.status).toBe(200);
    const { id, response } = await book('+3');
    expect(response.status).toBe(429);
    expect(response.body.error).toMatchObject({
      type: 'rate_limit_error',
      code: 'quota_exceeded',
      message:
        'Quota exceeded: at most 2 tenders to one mailbox in 24 hours. Retry later or raise MAIL_DAILY_LIMIT.',
    });
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(86_000);
    const { body } = await red.live.get(`/api/v1/freight/${id}`).expect(200);
    expect(body).toMatchObject({ status: 'draft', tender: null });
    const { body: quote } = await red.live.get(`/api/v1/quotes/${body.quote.id}`).expect(200);
    expect(quote.status).toBe('active');
    expect(await app.sql.query('SELECT FROM tenders WHERE freight_id = $1', [id])).toEqual([]);
    const other = await draft(blue.live, `d${red.id}@acme.example`);
    await blue.live.post(`/api/v1/freight/${other}/book`).expect(200);
  });

  describe('for consignees', () => {
    const share = async (email: string) => {
      const id = await draft(red.live);
      await red.live.post(`/api/v1/freight/${id}/book`).expect(200);
      await red.live
        .post(`/api/v1/freight/${id}/tracking-link`)
        .send({ notify: [{ email }] })
        .expect(201);
      await red.live
        .post(`/api/v1/freight/${id}/confirm`)
        .send({ pro_number: `7700${id}` })
        .expect(200);
      return id;
    };

    it('drops mails over the limit of the mailbox and records them in the audit log', async () => {
      const dock = (tag: string) => `dock${red.id}${tag}@lakeside.example`;
      for (const tag of ['', '+2']) {
        await share(dock(tag));
        await mailbox.waitForMail(dock(tag));
      }
      const id = await share(dock('+3'));
      const { body } = await red.live.get('/api/v1/audit-log?action=tracking_mails.dropped').expect(200);
      expect(body.data).toMatchObject([
        { actor: 'service', details: { freight_id: id, email: dock('+3'), event: 'booked' } },
      ]);
      const rows = await app.sql.query('SELECT FROM mails WHERE recipient = $1', [dock('+3')]);
      expect(rows).toEqual([]);
    });

    it('leaves URLs in the name of the organization out of the subject', async () => {
      const legal_name = 'Your parcel is held: pay at https://evil.example/x or evil.example';
      await red.live.patch('/api/v1/organization').send({ legal_name }).expect(200);
      const dock = `url${red.id}@lakeside.example`;
      await share(dock);
      expect((await mailbox.waitForMail(dock)).headers).toContain(
        'Subject: Your shipment from Your parcel is held: pay at or evil example is booked',
      );
    });

    it('stops all addresses of a mailbox that has unsubscribed', async () => {
      const dock = (tag: string) => `Stop.${red.id}${tag}@Gmail.com`;
      await share(dock(''));
      const mail = await mailbox.waitForMail(dock('').toLowerCase());
      const stop = /List-Unsubscribe: <[^>]*(\/track\/stop\/[\w-]{43})>/.exec(mail.headers)![1]!;
      await app.client().post(stop).type('form').send('List-Unsubscribe=One-Click').expect(200);
      const id = await share(`stop${red.id}+x@googlemail.com`);
      const { body } = await red.live.get(`/api/v1/freight/${id}/tracking-link`).expect(200);
      expect(body.notify).toMatchObject([{ stopped: true, told: [] }]);
    });
  });
});
