import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CarrierConnectionsService } from '../../src/features/carriers/carrier-connections.service.js';
import { CARRIER_DOCUMENTS, CarrierFault } from '../../src/features/carriers/carrier-adapter.js';
import { CarrierDocumentsService } from '../../src/features/freight/carrier-documents/carrier-documents.service.js';
import { FakeRl, RL_KEY } from '../fakes/fake-rl.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { freightRequest, rateRequest } from '../support/factories.js';
import { connectLiveCarrier, FakeCarrier } from '../support/fake-carrier.js';

const file = (words: string): Buffer => Buffer.from(`%PDF-1.4\n% ${words}\n%%EOF\n`);

interface Listed {
  id: number;
  type: string;
  source: string;
}

describe('documents fetched from carriers', () => {
  let app: TestApp;

  beforeAll(async () => {
    const QUOTA_DOCUMENT_BYTES = '2000';
    app = await startApp({ PROCESS_ROLE: 'api', BOOKING_DEADLINE: '3s', QUOTA_DOCUMENT_BYTES });
  });
  afterAll(() => app.close());

  const connected = async (scac = 'FXFE') => {
    const org = await app.organization();
    return { org, carrier: await connectLiveCarrier(app, org, new FakeCarrier(), scac) };
  };
  const booked = async ({ live }: TestOrganization, scac?: string) => {
    const { data } = (await live.post('/api/v1/quotes').send(rateRequest()).expect(201)).body;
    const quote = data.find((one: { scac: string }) => !scac || one.scac === scac);
    const { id } = (await live.post('/api/v1/freight').send(freightRequest(quote.id)).expect(201)).body;
    return (await live.post(`/api/v1/freight/${id}/book`).expect(200)).body as {
      id: number;
      pro_number: string;
      bol_number: string;
    };
  };
  const deliver = async ({ live }: TestOrganization, carrier: FakeCarrier, pro: string) => {
    const occurredAt = new Date();
    carrier.scans = [{ status: 'delivered', description: 'Delivered', location: 'Reno, NV', occurredAt }];
    await live.post(`/api/v1/tracking/${pro}/refresh`).expect(200);
  };
  /** Makes the document requests due and runs them. */
  const look = async (...freight: number[]) => {
    await app.sql.query(
      'UPDATE document_fetches SET due_at = now() WHERE freight_id = ANY ($1) AND due_at IS NOT NULL',
      [freight],
    );
    await app.app.get(CarrierDocumentsService).fetchDue();
  };
  const searchOf = async (freight: number) =>
    (
      await app.sql.query(
        `SELECT attempts, delivered, due_at IS NOT NULL AS open,
                extract(epoch FROM due_at - now()) / 60 AS minutes FROM document_fetches WHERE freight_id = $1`,
        [freight],
      )
    )[0];
  const listed = async ({ live }: TestOrganization, freight: number): Promise<Listed[]> =>
    (await live.get(`/api/v1/freight/${freight}/documents`).expect(200)).body.data;
  const warningsOf = async ({ live }: TestOrganization, freight: number) =>
    (await live.get(`/api/v1/freight/${freight}`).expect(200)).body.warnings.filter(
      ({ code }: { code: string }) => code === 'documents_missing',
    );

  it('appear after booking and after delivery, visible only to their tenant', async () => {
    const rl = new FakeRl();
    await rl.listen();
    try {
      const org = await app.organization();
      await app.app
        .get(CarrierConnectionsService)
        .connect(
          { organizationId: org.id, mode: 'live' },
          { adapter: 'rl', scac: 'RLCA', settings: { api_key: RL_KEY, base_url: rl.url } },
        );
      const { id, pro_number } = await booked(org, 'RLCA');
      expect(await listed(org, id)).toEqual([]);
      await look(id);
      const [bol, ...none] = await listed(org, id);
      expect(none).toEqual([]);
      expect(bol).toMatchObject({ type: 'bill_of_lading', source: 'carrier', size_bytes: 31 });

      rl.deliver();
      await org.live.post(`/api/v1/tracking/${pro_number}/refresh`).expect(200);
      await look(id);
      expect((await listed(org, id)).map(({ type }) => type)).toEqual([
        'carrier_invoice',
        'pod',
        'bill_of_lading',
      ]);
      expect(await searchOf(id)).toMatchObject({ open: false });

      const own = `/api/v1/freight/${id}/documents/${bol!.id}`;
      const { body } = await org.live.get(own).buffer(true).expect(200);
      expect(String(body)).toContain(`BOL ${pro_number}`);
      await (await app.organization()).live.get(own).expect(404);
      await org.test.get(own).expect(404);
      await app.client().get(own).expect(401);
    } finally {
      await rl.close();
    }
  });

  it("are requested with the carrier's identifiers until they arrive, and stored once", async () => {
    const { org, carrier } = await connected();
    carrier.bookingId = 'B-7';
    carrier.files = { bill_of_lading: [file('bol'), file('bol'), file('page 2')] };
    const { id, pro_number, bol_number } = await booked(org);
    await look(id);
    expect(carrier.documentRequests.map(({ type }) => type)).toEqual(CARRIER_DOCUMENTS);
    expect(carrier.documentRequests[0]!.booked).toEqual({
      reference: bol_number,
      proNumber: pro_number,
      bookingId: 'B-7',
    });
    expect(await listed(org, id)).toHaveLength(2);
    await look(id);
    expect(carrier.documentRequests.slice(4).map(({ type }) => type)).toEqual(CARRIER_DOCUMENTS.slice(1));
  });

  it('are stored from the booking response, and an invalid one never blocks the booking', async () => {
    const { org, carrier } = await connected();
    let pro = 300_000_000;
    const bookedWith = async (bol: unknown) => {
      carrier.invalidAnswers.tender = () => ({ proNumber: String(++pro), bol });
      const freight = await booked(org);
      expect(freight).toMatchObject({ status: 'carrier_accepted', pro_number: String(pro) });
      return listed(org, freight.id);
    };
    expect(await bookedWith(file('bol'))).toMatchObject([{ type: 'bill_of_lading', source: 'carrier' }]);
    expect(await bookedWith(Buffer.from('<html>Sorry</html>'))).toEqual([]);
    expect(await bookedWith('JVBERi0=')).toEqual([]);
    expect(await bookedWith(file('x'.repeat(2_000)))).toEqual([]);
  });

  it('are PDF, PNG or JPEG, and other content is requested again with backoff', async () => {
    const { org, carrier } = await connected();
    carrier.files = { pod: [Buffer.from('<html>Sorry</html>'), Buffer.alloc(0)] };
    const { id } = await booked(org);
    const waits: number[] = [];
    for (let time = 0; time < 3; time++) {
      await look(id);
      waits.push((await searchOf(id)).minutes);
    }
    expect(await listed(org, id)).toEqual([]);
    for (const [time, minutes] of [2, 4, 8].entries()) {
      expect(waits[time]! / minutes).toBeGreaterThan(0.85);
      expect(waits[time]! / minutes).toBeLessThan(1.15);
    }
  });

  it('are requested outside transactions and with a limited number of attempts in transit', async () => {
    const { org, carrier } = await connected();
    const { id } = await booked(org);
    let open: unknown;
    carrier.behavior.documents = async () => {
      open = await app.sql.query(
        `SELECT query FROM pg_stat_activity
         WHERE datname = current_database() AND state = 'idle in transaction'`,
      );
      throw new CarrierFault('gone');
    };
    for (let time = 0; time < 10; time++) await look(id);
    expect(open).toEqual([]);
    expect(await searchOf(id)).toMatchObject({ attempts: 8, open: false });
    expect(await warningsOf(org, id)).toEqual([]);
    await deliver(org, carrier, (await org.live.get(`/api/v1/freight/${id}`)).body.pro_number);
    expect(await searchOf(id)).toMatchObject({ attempts: 0, open: true, delivered: true });
  });

  it('are abandoned if they never arrive, with a shipment status until they are uploaded', async () => {
    const { org, carrier } = await connected();
    carrier.files = { bill_of_lading: [file('bol')] };
    const { id, pro_number } = await booked(org);
    await deliver(org, carrier, pro_number);
    await app.sql.query('UPDATE document_fetches SET attempts = 23 WHERE freight_id = $1', [id]);
    await look(id);
    expect(await searchOf(id)).toMatchObject({ open: false });
    const told = (name: string, param: string) => ({
      code: 'documents_missing',
      param: `documents.${param}`,
      message: expect.stringContaining(
        `did not provide the ${name} within two weeks of the delivery. Request it from the carrier.`,
      ),
    });
    expect(await warningsOf(org, id)).toEqual([
      told('proof of delivery', 'pod'),
      told('invoice', 'carrier_invoice'),
    ]);
    await org.live
      .post(`/api/v1/freight/${id}/documents?type=pod`)
      .set('Content-Type', 'application/pdf')
      .send(file('signed'))
      .expect(201);
    expect(await warningsOf(org, id)).toEqual([told('invoice', 'carrier_invoice')]);
    expect((await listed(org, id)).map(({ source }) => source)).toEqual(['upload', 'carrier']);
  });

  it('are stored up to the quota, and the shipment names those left out', async () => {
    const { org, carrier } = await connected();
    carrier.files = { pod: [file('x'.repeat(1_900))], carrier_invoice: [file('y'.repeat(1_900))] };
    const { id, pro_number } = await booked(org);
    await deliver(org, carrier, pro_number);
    await app.sql.query('UPDATE document_fetches SET attempts = 23 WHERE freight_id = $1', [id]);
    await look(id);
    expect((await listed(org, id)).map(({ type }) => type)).toEqual(['pod']);
    expect(await warningsOf(org, id)).toContainEqual({
      code: 'documents_missing',
      param: 'documents.carrier_invoice',
      message: expect.stringContaining('because the document quota was full'),
    });
  });

  it('do not wait for a silent carrier or for an organization with many requests', async () => {
    const dead = await connected('SAIA');
    const busy = await connected('FXFE');
    const well = await connected('ABFS');
    const freight = [];
    for (let count = 0; count < 3; count++) freight.push((await booked(dead.org)).id);
    for (let count = 0; count < 3; count++) freight.push((await booked(busy.org)).id);
    freight.push((await booked(well.org)).id);
    const hanging: (() => void)[] = [];
    dead.carrier.behavior.documents = () => new Promise<void>((resolve) => hanging.push(resolve));
    const looking = look(...freight);
    await eventually(
      async () => new Set(busy.carrier.documentRequests.map(({ booked: of }) => of.proNumber)).size === 3,
    );
    await eventually(async () => well.carrier.documentRequests.length === CARRIER_DOCUMENTS.length);
    await eventually(async () => hanging.length === 2);
    expect(dead.carrier.documentRequests).toHaveLength(2);
    dead.carrier.behavior = {};
    hanging.forEach((letGo) => letGo());
    await looking;
    expect(new Set(dead.carrier.documentRequests.map(({ booked: of }) => of.proNumber)).size).toBe(3);
  });

  it('are not requested after the shipment is cancelled', async () => {
    const { org, carrier } = await connected();
    const { id } = await booked(org);
    await org.live.post(`/api/v1/freight/${id}/cancel`).expect(200);
    await look(id);
    expect(carrier.documentRequests).toEqual([]);
    expect(await searchOf(id)).toMatchObject({ open: false });
  });

  it('are never requested in test mode', async () => {
    const org = await app.organization();
    const { id } = await booked({ ...org, live: org.test });
    expect(await searchOf(id)).toBeUndefined();
  });
});
