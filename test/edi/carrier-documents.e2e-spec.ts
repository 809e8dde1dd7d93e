import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ReceiveInterchangeCommand } from '../../src/features/edi/receive-interchange.command.js';
import { MissedPickupsService } from '../../src/features/freight/booking/missed-pickups.service.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { createTariff, freightRequest, rateRequest } from '../support/factories.js';
import { buildFile, buildPartner, EDI_TYPE, type EdiFile } from '../support/edi.js';

const TODAY = new Date().toISOString().slice(0, 10).replaceAll('-', '');

describe('EDI documents of a carrier', () => {
  let app: TestApp;
  let org: TestOrganization;
  let partnerId: number;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    org = await app.organization();
    const { body } = await org.test.post('/api/v1/edi/partners').send(buildPartner()).expect(201);
    partnerId = body.id;
  });

  const post = (file: string, client = org.test) =>
    client.post(`/api/v1/edi/interchanges?partner_id=${partnerId}`).set('Content-Type', EDI_TYPE).send(file);
  const receive = async (file: Partial<EdiFile>) => (await post(buildFile(file)).expect(201)).body;
  const getShipment = async (id: number) => (await org.test.get(`/api/v1/freight/${id}`).expect(200)).body;
  const listEvents = async (type: string) =>
    (await org.test.get(`/api/v1/events?type=${type}`).expect(200)).body.data;

  /** Books a quote of an own tariff, which the carrier has not confirmed. */
  const ship = async () => {
    await createTariff(org.test);
    const { body: quotes } = await org.test.post('/api/v1/quotes').send(rateRequest()).expect(201);
    const quote = quotes.data.find((one: { scac: string }) => one.scac === 'ACME');
    const { body: draft } = await org.test.post('/api/v1/freight').send(freightRequest(quote.id)).expect(201);
    const { body } = await org.test.post(`/api/v1/freight/${draft.id}/book`).send({}).expect(200);
    return body as { id: number; bol_number: string; status: string };
  };
  const accept = (bol: string, pro = '700123456') =>
    receive({
      control: '000000101',
      groupId: 'GF',
      sets: [['990', ['B1', 'ACME', bol, TODAY, 'A'], ['N9', 'CN', pro]]],
    });

  it('confirm a booking by a 990, track it by a 214 and bill it by a 210', async () => {
    const { id, bol_number: bol, status } = await ship();
    expect(status).toBe('created');
    expect(await accept(bol)).toMatchObject({
      object: 'edi_interchange',
      direction: 'inbound',
      status: 'processed',
      control_number: '000000101',
      documents: [{ set: '990', status: 'accepted', freight_id: id, errors: [] }],
    });
    expect(await getShipment(id)).toMatchObject({ status: 'carrier_accepted', pro_number: '700123456' });

    const scan = (code: string, time: string) => [
      ['LX', '1'],
      ['AT7', code, 'NS', '', '', TODAY, time, 'UT'],
      ['MS1', 'CHICAGO', 'IL', 'USA'],
    ];
    const tracked = await receive({
      control: '000000102',
      groupId: 'QM',
      sets: [['214', ['B10', '700123456', bol, 'ACME'], ...scan('AF', '0001'), ...scan('D1', '0002')]],
    });
    expect(tracked.documents).toMatchObject([{ set: '214', status: 'accepted', freight_id: id }]);
    expect(await getShipment(id)).toMatchObject({ status: 'delivered', tracking_status: 'delivered' });
    const { body: tracking } = await org.test.get(`/api/v1/freight/${id}/tracking`).expect(200);
    expect(tracking.events.map((event: { status: string }) => event.status)).toEqual([
      'picked_up',
      'delivered',
    ]);

    const billed = await receive({
      control: '000000103',
      groupId: 'IM',
      sets: [
        [
          '210',
          ['B3', '', 'INV-1', bol, 'PP', 'L', TODAY, '80000', '', '', '', 'ACME'],
          ['N9', 'CN', '700123456'],
          ['LX', '1'],
          ['L5', '1', 'Machine parts'],
          ['L1', '1', '', '', '80000'],
        ],
      ],
    });
    const [document] = billed.documents;
    expect(document).toMatchObject({ set: '210', status: 'accepted', freight_id: id });
    const { body: bill } = await org.test.get(`/api/v1/bills/${document.bill_id}`).expect(200);
    expect(bill).toMatchObject({
      bill_number: 'INV-1',
      freight_id: id,
      carrier: 'ACME',
      total_cents: 80_000,
      status: 'matched',
      lines: [{ type: 'linehaul', amount_cents: 80_000 }],
    });
    expect(await listEvents('edi.received')).toHaveLength(3);
  });

  it('release a booking that a 990 declines', async () => {
    const { id, bol_number: bol } = await ship();
    await receive({
      groupId: 'GF',
      sets: [['990', ['B1', 'ACME', bol, TODAY, 'D'], ['K1', 'No capacity in this week']]],
    });
    expect(await getShipment(id)).toMatchObject({
      status: 'draft',
      decline: { carrier: 'Acme Freight', message: 'No capacity in this week' },
    });
  });

  it('stay unmatched without a shipment, and match it once it has the PRO number', async () => {
    const scan = ['AT7', 'X6', 'NS', '', '', TODAY, '0001', 'UT'];
    const sets = [['214', ['B10', '700123456', '', 'ACME'], ['LX', '1'], scan]] as EdiFile['sets'];
    const { id, documents } = await receive({ groupId: 'QM', sets });
    expect(documents).toMatchObject([
      {
        status: 'unmatched',
        reference: '700123456',
        freight_id: null,
        message: 'No shipment or tracked number of this carrier matches the numbers in the document.',
      },
    ]);
    const unmatched = await org.test.get('/api/v1/edi/documents?status=unmatched').expect(200);
    expect(unmatched.body.data).toMatchObject([{ interchange_id: id }]);

    const { id: freightId, bol_number: bol } = await ship();
    await accept(bol);
    await app.app.get(ReceiveInterchangeCommand).matchDue();
    const { body } = await org.test.get(`/api/v1/edi/interchanges/${id}`).expect(200);
    expect(body.documents).toMatchObject([{ status: 'accepted', freight_id: freightId, message: null }]);
    expect(await getShipment(freightId)).toMatchObject({ status: 'in_transit' });
    await org.test.post(`/api/v1/edi/interchanges/${id}/replay`).expect(422);
  });

  it('make a pickup without a scan missed, because scans can arrive', async () => {
    const { id, bol_number: bol } = await ship();
    await accept(bol);
    await app.sql.query(`UPDATE freight SET pickup_ends_at = now() - interval '1 second' WHERE id = $1`, [
      id,
    ]);
    await app.app.get(MissedPickupsService).recordDue();
    expect(await getShipment(id)).toMatchObject({ pickup: { status: 'missed' } });
  });

  it('never change the shipment of another carrier', async () => {
    const { id, bol_number: bol } = await ship();
    const other = buildPartner({ scac: 'OTHR' });
    partnerId = (await org.test.post('/api/v1/edi/partners').send(other).expect(201)).body.id;
    expect((await accept(bol)).documents).toMatchObject([{ status: 'unmatched', freight_id: null }]);
    expect(await getShipment(id)).toMatchObject({ status: 'created', pro_number: null });
  });

  it('are acknowledged by a 997 that rejects exactly the malformed set', async () => {
    const good = ['214', ['B10', '700123456', '', 'ACME'], ['LX', '1'], ['AT7', 'X6', 'NS']];
    const bad = ['214', ['B10', '700123457', '', 'ACME'], ['LX', '1'], ['AT7', 'X6', 'NS', 'AA', 'NA']];
    const received = await receive({ groupId: 'QM', sets: [good, bad] as EdiFile['sets'] });
    expect(received).toMatchObject({
      status: 'processed',
      documents: [
        { status: 'unmatched' },
        { status: 'rejected', errors: [{ segment: 'AT7', position: 4, element: 3, code: '10' }] },
      ],
    });
    const { body: list } = await org.test.get('/api/v1/edi/interchanges?direction=outbound').expect(200);
    expect(list.data).toMatchObject([
      { status: 'ready', control_number: '000000001', acknowledges_id: received.id, documents: [] },
    ]);
    const [{ id }] = list.data;
    const raw = await org.test.get(`/api/v1/edi/interchanges/${id}/raw`).responseType('blob').expect(200);
    const text = (raw.body as Buffer).toString();
    expect(text.split('~').slice(2, -3)).toEqual([
      'ST*997*0001',
      'AK1*QM*1',
      'AK2*214*0001',
      'AK5*A',
      'AK2*214*0002',
      'AK3*AT7*4**8',
      'AK4*3**10',
      'AK5*R*5',
      'AK9*P*2*2*1',
      'SE*10*0001',
    ]);
    expect(text).toMatch(/^ISA\*00\* {10}\*00\* {10}\*ZZ\*ACMEMFG {8}\*02\*ACME {11}\*/);
    const { body: sent } = await org.test.get(`/api/v1/edi/interchanges/${id}`).expect(200);
    expect(sent.status).toBe('sent');
    expect(await listEvents('edi.rejected')).toHaveLength(1);
  });

  it('of a set that the partner does not send are rejected', async () => {
    await org.test
      .patch(`/api/v1/edi/partners/${partnerId}`)
      .send({ inbound: ['210'] })
      .expect(200);
    const set = ['214', ['B10', '700123456', '', 'ACME']];
    expect(await receive({ groupId: 'QM', sets: [set] as EdiFile['sets'] })).toMatchObject({
      status: 'rejected',
      documents: [{ status: 'rejected', errors: [{ segment: null, code: '1' }] }],
    });
  });

  it('are processed by a worker if the process that received them dies', async () => {
    const { id, bol_number: bol } = await ship();
    const received = await accept(bol);
    // As if the process had died after it stored the file.
    await app.sql.query(`UPDATE edi_interchanges SET status = 'received', due_at = now() WHERE id = $1`, [
      received.id,
    ]);
    await app.sql.query('DELETE FROM edi_documents WHERE interchange_id = $1', [received.id]);
    await app.app.get(ReceiveInterchangeCommand).processDue();
    const { body } = await org.test.get(`/api/v1/edi/interchanges/${received.id}`).expect(200);
    expect(body).toMatchObject({ status: 'processed', documents: [{ freight_id: id }] });
    const { body: list } = await org.test.get('/api/v1/edi/interchanges?direction=outbound').expect(200);
    expect(list.data).toHaveLength(1);
  });

  describe('of an invoice', () => {
    const invoice = (number: string, cents: string, more: string[][] = [], correction = '') =>
      receive({
        control: `0000002${number}`,
        groupId: 'IM',
        sets: [
          [
            '210',
            ['B3', '', `INV-${number}`, '', 'PP', 'L', TODAY, cents, correction, '', '', 'ACME'],
            ['N9', 'CN', '700123456'],
            ...more,
          ],
        ],
      });
    const getBill = async ({ documents }: { documents: { bill_id: number }[] }) =>
      (await org.test.get(`/api/v1/bills/${documents[0]!.bill_id}`).expect(200)).body;

    it('with an unknown PRO number become disputed bills', async () => {
      const bill = await getBill(await invoice('01', '50000'));
      expect(bill).toMatchObject({ status: 'disputed', freight_id: null, pro_number: '700123456' });
    });

    it('whose lines do not add up are audited by their total', async () => {
      const received = await invoice('02', '50000', [['L1', '1', '', '', '49999']]);
      expect(received.documents[0]).toMatchObject({
        status: 'accepted',
        message: 'The lines add up to 49999 cents, but the total is 50000 cents. Only the total is audited.',
      });
      expect(await getBill(received)).toMatchObject({ total_cents: 50_000, lines: [] });
    });

    it('map fuel, discounts and accessorials to types of charges', async () => {
      const lines = [
        ['L1', '1', '', '', '100000'],
        ['L1', '2', '', '', '-40000', '', '', '', 'DSC'],
        ['L1', '3', '', '', '18000', '', '', '', 'FUE'],
        ['L1', '4', '', '', '7500', '', '', '', 'LFT'],
      ];
      const bill = await getBill(await invoice('03', '85500', lines));
      expect(bill.lines.map(({ type }: { type: string }) => type)).toEqual([
        'linehaul',
        'discount',
        'fuel_surcharge',
        'accessorial',
      ]);
    });

    it('of a corrected invoice replace the bill, those of a balance due supplement it', async () => {
      const first = await getBill(await invoice('04', '50000'));
      const corrected = await getBill(await invoice('05', '45000', [], 'CO'));
      expect(corrected).toMatchObject({ replaces_bill_id: first.id, kind: 'original' });
      expect(await getBill(await invoice('06', '2500', [], 'BD'))).toMatchObject({ kind: 'supplement' });
      expect(await getBill(await invoice('07', '-1000'))).toMatchObject({ kind: 'credit' });
    });

    it('of a balance due find the shipment of a PRO number with a suffix', async () => {
      const { id, bol_number: bol } = await ship();
      await accept(bol);
      const bill = await getBill(
        await receive({
          control: '000000212',
          groupId: 'IM',
          sets: [
            [
              '210',
              ['B3', '', 'INV-12', '', 'PP', 'L', TODAY, '2500', 'BD', '', '', 'ACME'],
              ['N9', 'CN', '700123456-R1'],
            ],
          ],
        }),
      );
      expect(bill).toMatchObject({ kind: 'supplement', freight_id: id, status: 'variance' });
    });

    it('of a corrected invoice replace the original, not a later supplement', async () => {
      const first = await getBill(await invoice('20', '50000'));
      const supplement = await getBill(await invoice('21', '2500', [], 'BD'));
      const corrected = await getBill(await invoice('22', '45000', [], 'CO'));
      expect(corrected).toMatchObject({ replaces_bill_id: first.id, kind: 'original' });
      const { body } = await org.test.get(`/api/v1/bills/${supplement.id}`).expect(200);
      expect(body).toMatchObject({ replaced: false });
    });

    it('with a used invoice number replace the bill as a correction, and stay unmatched otherwise', async () => {
      const again = async (control: string, cents: string, correction = '', pro = '700123456') =>
        receive({
          control,
          groupId: 'IM',
          sets: [['210', ['B3', '', 'INV-30', '', 'PP', 'L', TODAY, cents, correction], ['N9', 'CN', pro]]],
        });
      const first = await getBill(await again('000000301', '50000'));
      const known = `Bill ${first.id} already has this bill number`;
      expect((await again('000000302', '50000')).documents).toMatchObject([
        { status: 'accepted', bill_id: first.id, message: `${known}.` },
      ]);
      expect((await again('000000303', '60000')).documents).toMatchObject([
        {
          status: 'unmatched',
          bill_id: null,
          message: expect.stringContaining(`${known}, with a total of 50000 cents instead of 60000.`),
        },
      ]);
      expect((await again('000000304', '50000', '', '800123456')).documents).toMatchObject([
        { status: 'unmatched', message: expect.stringContaining('the PRO number 700123456') },
      ]);
      const corrected = await getBill(await again('000000305', '45000', 'CO'));
      expect(corrected).toMatchObject({
        bill_number: 'INV-30',
        total_cents: 45_000,
        replaces_bill_id: first.id,
      });
      expect((await again('000000306', '45000', 'CO')).documents).toMatchObject([
        { status: 'accepted', bill_id: corrected.id },
      ]);
    });

    it('sent twice at the same time become one bill', async () => {
      const file = (control: string) =>
        buildFile({
          control,
          groupId: 'IM',
          sets: [['210', ['B3', '', 'INV-31', '', 'PP', 'L', TODAY, '50000'], ['N9', 'CN', '700123456']]],
        });
      const both = await Promise.all(['311', '312'].map((control) => post(file(control)).expect(201)));
      const documents = both.map(({ body }) => body.documents[0]);
      expect(documents.map(({ status }) => status)).toEqual(['accepted', 'accepted']);
      expect(new Set(documents.map(({ bill_id: id }) => id)).size).toBe(1);
    });

    it('are in the currency of the invoice, and disputed if the shipment has another one', async () => {
      const { bol_number: bol } = await ship();
      await accept(bol);
      expect(await getBill(await invoice('40', '50000', [['C3', 'CAD']]))).toMatchObject({
        currency: 'CAD',
        status: 'disputed',
        reason: expect.stringContaining('The bill is in CAD'),
      });
      const { documents } = await invoice('41', '50000', [['C3', 'EUR']]);
      expect(documents).toMatchObject([
        { status: 'rejected', errors: [{ segment: 'C3', position: 4, element: 1, code: '7' }] },
      ]);
    });

    it.each(['400', 'LHS', 'FRT'])('read the charge code %s as linehaul', async (code) => {
      const bill = await getBill(
        await invoice('50', '50000', [['L1', '1', '', '', '50000', '', '', '', code]]),
      );
      expect(bill.lines).toMatchObject([{ type: 'linehaul', code }]);
    });

    it('dated 1900 are rejected', async () => {
      const { documents } = await receive({
        groupId: 'IM',
        sets: [['210', ['B3', '', 'INV-60', '', 'PP', 'L', '19000101', '50000'], ['N9', 'CN', '700123456']]],
      });
      expect(documents).toMatchObject([{ status: 'rejected', errors: [{ segment: 'B3', element: 6 }] }]);
    });

    it('with values that no bill may have stay unmatched, and the next one is applied', async () => {
      const build = (number: string, pro: string): EdiFile['sets'][0] => [
        '210',
        ['B3', '', number, '', 'PP', 'L', TODAY, '50000'],
        ['N9', 'CN', pro],
      ];
      const long = build('A'.repeat(51), '700123456');
      const overridden = build('INV-10', '\u202e700123456');
      const file = buildFile({ groupId: 'IM', sets: [long, build('INV-11', '700123457')] });
      const { body } = await post(file).expect(201);
      expect(body).toMatchObject({
        status: 'processed',
        documents: [
          { status: 'unmatched', bill_id: null, message: expect.stringContaining('bill_number') },
          { status: 'accepted' },
        ],
      });
      // The writer replaces characters outside ASCII, but a carrier may send them.
      const raw = buildFile({ control: '2', groupId: 'IM', sets: [overridden] }).replace(
        '?7001',
        '\u202e7001',
      );
      const { body: second } = await post(raw).expect(201);
      expect(second.documents).toMatchObject([
        { status: 'unmatched', message: expect.stringContaining('pro_number') },
      ]);
    });

    it('sent again under another control number change nothing', async () => {
      const first = await invoice('08', '50000');
      const file = buildFile({
        control: '000000999',
        groupId: 'IM',
        sets: [['210', ['B3', '', 'INV-08', '', 'PP', 'L', TODAY, '50000'], ['N9', 'CN', '700123456']]],
      });
      const { body } = await post(file).expect(201);
      expect(body.documents[0].bill_id).toBe(first.documents[0].bill_id);
      const { body: bills } = await org.test.get('/api/v1/bills').expect(200);
      expect(bills.data).toHaveLength(1);
    });
  });
});
