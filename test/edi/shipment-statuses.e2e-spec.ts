import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ReceiveInterchangeCommand } from '../../src/features/edi/receive-interchange.command.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { createTariff, freightRequest, rateRequest } from '../support/factories.js';
import { buildFile, buildPartner, EDI_TYPE, type EdiFile } from '../support/edi.js';

const DAY_MS = 86_400_000;
/** Returns the day that is `days` after today, as X12 writes it. */
const day = (days: number) =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
const PRO = '700123456';

describe('shipment statuses (214)', () => {
  let app: TestApp;
  let org: TestOrganization;
  let partnerId: number;
  let control = 0;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    org = await app.organization();
    partnerId = await addPartner({});
  });

  const addPartner = async (values: Record<string, unknown>): Promise<number> => {
    const { body } = await org.test.post('/api/v1/edi/partners').send(buildPartner(values)).expect(201);
    return body.id;
  };
  const receive = async (file: Partial<EdiFile>) => {
    const { body } = await org.test
      .post(`/api/v1/edi/interchanges?partner_id=${partnerId}`)
      .set('Content-Type', EDI_TYPE)
      .send(buildFile({ control: String(++control), ...file }))
      .expect(201);
    return body;
  };
  const getShipment = async (id: number) => (await org.test.get(`/api/v1/freight/${id}`).expect(200)).body;
  const getTracking = async (id: number) =>
    (await org.test.get(`/api/v1/freight/${id}/tracking`).expect(200)).body;

  /** Books a quote of an own tariff and confirms it with a PRO number. */
  const ship = async (scac = 'ACME') => {
    await createTariff(org.test, { name: scac, scac, carrier_name: `${scac} Freight` });
    const { body: quotes } = await org.test.post('/api/v1/quotes').send(rateRequest()).expect(201);
    const quote = quotes.data.find((one: { scac: string }) => one.scac === scac);
    const { body: draft } = await org.test.post('/api/v1/freight').send(freightRequest(quote.id)).expect(201);
    const { body } = await org.test.post(`/api/v1/freight/${draft.id}/book`).send({}).expect(200);
    await org.test.post(`/api/v1/freight/${body.id}/confirm`).send({ pro_number: PRO }).expect(200);
    return body as { id: number; bol_number: string };
  };
  const status = (scans: string[][], { bol = '', pro = PRO } = {}) =>
    receive({ sets: [['214', ['B10', pro, bol, 'ACME'], ['LX', '1'], ...scans]] });

  it.each(['99991231', '00000101', '00010101', '19700101'])('dated %s are rejected', async (date) => {
    const { id, bol_number: bol } = await ship();
    const received = await status([['AT7', 'AF', 'NS', '', '', date, '0010', 'UT']], { bol });
    expect(received).toMatchObject({
      status: 'rejected',
      documents: [{ status: 'rejected', errors: [{ segment: 'AT7', position: 4, element: 5, code: '8' }] }],
    });
    expect(await getShipment(id)).toMatchObject({ status: 'carrier_accepted' });
  });

  it('of a day more than a year before the shipment are rejected', async () => {
    const { bol_number: bol } = await ship();
    const received = await status([['AT7', 'D1', 'NS', '', '', day(-400), '0010', 'UT']], { bol });
    expect(received.documents).toMatchObject([{ status: 'rejected', errors: [{ position: 4, element: 5 }] }]);
  });

  it('that are estimates set the estimated delivery and no status', async () => {
    const { id, bol_number: bol } = await ship();
    const estimated = day(30);
    const received = await status(
      [
        ['AT7', 'X2', 'NS', '', '', day(31), '1000', 'LT'],
        ['AT7', 'AG', 'NS', '', '', estimated, '1000', 'LT'],
        ['AT7', 'AB', 'NS', '', '', day(32), '1000', 'LT'],
      ],
      { bol },
    );
    expect(received.documents).toMatchObject([{ status: 'accepted', freight_id: id }]);
    expect(await getTracking(id)).toMatchObject({
      events: [],
      estimated_delivery: estimated.replace(/(....)(..)(..)/, '$1-$2-$3'),
    });
    expect(await getShipment(id)).toMatchObject({ status: 'carrier_accepted' });
    await status([['AT7', 'A7', 'NS', '', '', day(0), '0001', 'UT']], { bol });
    expect(await getShipment(id)).toMatchObject({ tracking_status: 'exception' });
  });

  it('of a canceled shipment stay unmatched, except the confirmation of the cancellation', async () => {
    const { id, bol_number: bol } = await ship();
    await org.test.post(`/api/v1/freight/${id}/cancel`).send({}).expect(200);
    const scan = (code: string) => [['AT7', code, 'NS', '', '', day(0), '0001', 'UT']];
    for (const named of [bol, '']) {
      expect((await status(scan('D1'), { bol: named })).documents).toMatchObject([
        {
          status: 'unmatched',
          freight_id: id,
          message: `Shipment ${id} is canceled. It accepts no scans.`,
        },
      ]);
    }
    expect((await status(scan('CA'), { bol })).documents).toMatchObject([{ status: 'accepted' }]);
  });

  it("never change another carrier's shipment or tracked number", async () => {
    const { id } = await ship();
    await org.test
      .post('/api/v1/tracking')
      .send({ tracking_number: '900123456', carrier: 'Acme Freight' })
      .expect(201);
    partnerId = await addPartner({ scac: 'OTHR', name: 'Other Freight' });
    for (const pro of [PRO, '900123456']) {
      const received = await status([['AT7', 'D1', 'NS', '', '', day(0), '0001', 'UT']], { pro });
      expect(received.documents).toMatchObject([{ status: 'unmatched', freight_id: null }]);
    }
    expect(await getShipment(id)).toMatchObject({ status: 'carrier_accepted', tracking_status: 'pending' });
    const { body } = await org.test.get('/api/v1/tracking/900123456').expect(200);
    expect(body).toMatchObject({ status: 'pending' });
  });

  it('find the shipment of their carrier if another one has the same PRO number', async () => {
    const { id: own, bol_number: bol } = await ship();
    const { id: other } = await ship('OTHR');
    for (const named of ['', bol]) {
      const received = await status([['AT7', 'X6', 'NS', '', '', day(0), '0001', 'UT']], { bol: named });
      expect(received.documents).toMatchObject([{ status: 'accepted', freight_id: own }]);
    }
    expect(await getShipment(own)).toMatchObject({ status: 'in_transit' });
    expect(await getShipment(other)).toMatchObject({ status: 'carrier_accepted' });
  });

  it('with many unknown codes have a message of at most 1,000 characters', async () => {
    const { bol_number: bol } = await ship();
    const scans = Array.from({ length: 20 }, (_, index) => ['AT7', `${index}`.padStart(90, 'Z')]);
    const [document] = (await status(scans, { bol })).documents;
    expect(document.message).toHaveLength(1_000);
  });

  it('change a number that a client tracks with the carrier', async () => {
    await org.test
      .post('/api/v1/tracking')
      .send({ tracking_number: '900123456', carrier: 'Acme Freight' })
      .expect(201);
    const received = await status([['AT7', 'X6', 'NS', '', '', day(0), '0001', 'UT']], { pro: '900123456' });
    expect(received.documents).toMatchObject([{ status: 'accepted', freight_id: null }]);
    const { body } = await org.test.get('/api/v1/tracking/900123456').expect(200);
    expect(body).toMatchObject({ status: 'in_transit' });
  });

  it('more than 200 in a set are rejected', async () => {
    const scans = Array.from({ length: 201 }, () => ['AT7', 'X6', 'NS']);
    const received = await status(scans);
    expect(received.documents).toMatchObject([
      { status: 'rejected', errors: [{ segment: 'AT7', position: 204, element: null, code: '5' }] },
    ]);
  });

  it('of a file that fails 5 times are quarantined, and a replay applies them', async () => {
    const { id, bol_number: bol } = await ship();
    const received = await status([['AT7', 'X6', 'NS', '', '', day(0), '0001', 'UT']], { bol });
    // As if each of five processes had died before it finished.
    await app.sql.query(
      `UPDATE edi_interchanges SET status = 'received', due_at = now(), attempts = 5 WHERE id = $1`,
      [received.id],
    );
    await app.sql.query('DELETE FROM edi_documents WHERE interchange_id = $1', [received.id]);
    await app.app.get(ReceiveInterchangeCommand).processDue();
    const { body } = await org.test.get(`/api/v1/edi/interchanges/${received.id}`).expect(200);
    expect(body).toMatchObject({
      status: 'quarantined',
      documents: [],
      error: { code: 'processing_failed' },
    });
    const { body: replayed } = await org.test
      .post(`/api/v1/edi/interchanges/${received.id}/replay`)
      .expect(200);
    expect(replayed).toMatchObject({ status: 'processed', documents: [{ freight_id: id }] });
  });
});
