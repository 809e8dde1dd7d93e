import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { freightRequest, rateRequest } from '../support/factories.js';
import { connectLiveCarrier, FakeCarrier } from '../support/fake-carrier.js';
import { Mailbox } from '../support/mailbox.js';

const MARKUP = '<script>alert(1)</script><img src=http://127.0.0.1:9/x onerror=alert(1)>';
const FORMULA = '=HYPERLINK("http://evil.example","Open")';
const BASE = 'http://freight.example.com';
const DOCK = 'dock@lakeside.example';

/** Answers with a formula or markup in every text that the port lets a carrier choose. */
class HostileCarrier extends FakeCarrier {
  override async rate() {
    const charge = { type: 'linehaul' as const, code: '=1+1', description: MARKUP, amountCents: 12_345 };
    return [
      {
        quoteNumber: '@SUM(1)',
        serviceLevel: FORMULA,
        serviceCode: '-2',
        transitDays: 3,
        netChargeCents: 12_345,
        charges: [charge],
        originTerminal: '+1',
        destinationTerminal: MARKUP,
      },
    ];
  }
}

describe('text of a hostile carrier', () => {
  let app: TestApp;
  let org: TestOrganization;
  let mailbox: Mailbox;
  let id: number;

  beforeAll(async () => {
    mailbox = await Mailbox.open();
    app = await startApp({ SMTP_URL: mailbox.url, PUBLIC_URL: BASE });
    org = await app.organization();
    const carrier = await connectLiveCarrier(app, org, new HostileCarrier());
    carrier.pickupConfirmation = '=cmd|1';
    carrier.behavior.tender = async () => {
      const { reference } = carrier.tendered.at(-1)!;
      carrier.booked.set(reference, { proNumber: '=2+3', pickupConfirmation: '=cmd|1', bookingId: MARKUP });
    };
    carrier.signedBy = FORMULA;
    carrier.scans = [
      { status: 'in_transit', description: MARKUP, location: FORMULA, occurredAt: new Date(), code: '=X' },
    ] as never;
    const quoted = await org.live.post('/api/v1/quotes').send(rateRequest()).expect(201);
    const draft = await org.live
      .post('/api/v1/freight')
      .send(freightRequest(quoted.body.data[0].id))
      .expect(201);
    id = draft.body.id;
    await org.live.post(`/api/v1/freight/${id}/book`).expect(200);
    await org.live
      .post(`/api/v1/freight/${id}/tracking-link`)
      .send({ notify: [{ email: DOCK }] })
      .expect(201);
    await eventually(async () => {
      const { body } = await org.live.get(`/api/v1/freight/${id}/tracking`).expect(200);
      return body.events.length > 0;
    });
  });
  afterAll(async () => {
    await app?.close();
    await mailbox?.close();
  });

  it('is stored and returned unchanged', async () => {
    const { body } = await org.live.get(`/api/v1/freight/${id}`).expect(200);
    expect(body).toMatchObject({ pro_number: '=2+3', pickup_confirmation: '=cmd|1' });
    const scans = (await org.live.get(`/api/v1/freight/${id}/tracking`).expect(200)).body.events;
    expect(scans.map((scan: { description: string }) => scan.description)).toContain(MARKUP);
  });

  it.each([
    ['quotes?status=booked', "'=HYPERLINK"],
    ['freight', "'=2+3"],
    ['tracking', "'=2+3"],
    ['reports/spend', 'FXFE'],
  ])('starts no cell of the CSV of /%s with a formula', async (path, present) => {
    const { text } = await org.live.get(`/api/v1/${path}`).set('Accept', 'text/csv').expect(200);
    expect(text).toContain(present);
    expect(text).not.toMatch(/(^|,)"?[=+@]/m);
  });

  it('is inert on the tracking page and in mail to the consignee', async () => {
    const { body } = await org.live.get(`/api/v1/freight/${id}/tracking-link`).expect(200);
    const { text } = await app.client().get(body.url.replace(BASE, '')).expect(200);
    expect(text).toContain('HYPERLINK');
    expect(text).not.toMatch(/<script|<img/i);
    const mail = await mailbox.waitForMail(DOCK);
    expect(mail.recipients).toEqual([DOCK]);
    for (const part of mail.attachments) expect(part.bytes.toString()).not.toMatch(/<script|<img/i);
  });

  it('is printed as text on the bill of lading', async () => {
    const { body } = await org.live
      .get(`/api/v1/freight/${id}/bol/pdf`)
      .buffer(true)
      .expect('Content-Type', 'application/pdf')
      .expect(200);
    expect((body as Buffer).subarray(0, 5).toString()).toBe('%PDF-');
  });
});
