import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AcknowledgmentDeadlinesService } from '../../src/features/edi/acknowledgment-deadlines.service.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { createTariff, freightRequest, rateRequest, SHIP_DATE } from '../support/factories.js';
import { buildFile, buildPartner, EDI_TYPE, type EdiFile } from '../support/edi.js';

const TODAY = new Date().toISOString().slice(0, 10).replaceAll('-', '');
const PICKUP_DAY = SHIP_DATE.replaceAll('-', '');
/** A carrier of the directory, so that a key can connect it. */
const SCAC = 'ODFL';
const SERVICES = { LFTD: { flat_cents: 5_000 }, HAZ: { flat_cents: 2_000 } };

interface Shipment {
  id: number;
  bol_number: string;
  status: string;
  status_reason: string | null;
}

describe('EDI tenders', () => {
  let app: TestApp;
  let org: TestOrganization;
  let partnerId: number;
  let control: number;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    org = await app.organization();
    control = 0;
    const { body } = await org.test
      .post('/api/v1/edi/partners')
      .send(buildPartner({ scac: SCAC }))
      .expect(201);
    partnerId = body.id;
    await createTariff(org.test, { scac: SCAC, carrier_name: 'Old Dominion', accessorials: SERVICES });
  });

  const connect = async (settings: Record<string, unknown> = {}, client = org.test) =>
    client.post('/api/v1/carrier-connections').send({
      adapter: 'edi',
      scac: SCAC,
      settings: { partner_id: partnerId, tender_set: '204', ...settings },
    });
  const quote = async (changes: Record<string, unknown> = {}) => {
    const { body } = await org.test.post('/api/v1/quotes').send(rateRequest(changes)).expect(201);
    return body.data.find((one: { scac: string }) => one.scac === SCAC).id as number;
  };
  const draft = async (changes: Record<string, unknown> = {}, rates: Record<string, unknown> = {}) => {
    const request = freightRequest(await quote(rates), changes);
    return (await org.test.post('/api/v1/freight').send(request).expect(201)).body as Shipment;
  };
  const book = async (
    changes: Record<string, unknown> = {},
    rates: Record<string, unknown> = {},
    request: Record<string, unknown> = {},
  ) => {
    const { id } = await draft(changes, rates);
    return (await org.test.post(`/api/v1/freight/${id}/book`).send(request).expect(200)).body as Shipment;
  };
  const cancel = async (id: number) =>
    (await org.test.post(`/api/v1/freight/${id}/cancel`).send({}).expect(200)).body as Shipment;
  const getShipment = async (id: number) => (await org.test.get(`/api/v1/freight/${id}`).expect(200)).body;
  const listFiles = async (): Promise<{ id: number; control_number: string; status: string }[]> => {
    const path = '/api/v1/edi/interchanges?direction=outbound&status=ready';
    return (await org.test.get(path).expect(200)).body.data;
  };
  const listSent = async (filter = '') =>
    (await org.test.get(`/api/v1/edi/documents?direction=outbound${filter}`).expect(200)).body.data;
  const listEvents = async (type: string) =>
    (await org.test.get(`/api/v1/events?type=${type}`).expect(200)).body.data;
  /** Returns the segments of the latest file for the partner, from ST to SE. */
  const fetchLatest = async (): Promise<string[]> => {
    const [file] = await listFiles();
    const { body } = await org.test
      .get(`/api/v1/edi/interchanges/${file!.id}/raw`)
      .responseType('blob')
      .expect(200);
    return (body as Buffer).toString().split('~').slice(2, -3);
  };
  const receive = async (groupId: string, sets: EdiFile['sets']) => {
    const file = buildFile({ control: String(++control), groupId, sets });
    const path = `/api/v1/edi/interchanges?partner_id=${partnerId}`;
    return (await org.test.post(path).set('Content-Type', EDI_TYPE).send(file).expect(201)).body;
  };
  const respond = (bol: string, code: 'A' | 'D', ...more: string[][]) =>
    receive('GF', [['990', ['B1', SCAC, bol, TODAY, code], ...more]]);
  const acknowledge = (group: string, ...more: string[][]) =>
    receive('FA', [['997', ['AK1', 'SM', group], ...more]]);

  it('are accepted by a 990 with the PRO number', async () => {
    await (
      await connect()
    ).status;
    const { id, bol_number: bol, status } = await book();
    expect(status).toBe('tendered');
    const segments = await fetchLatest();
    expect(segments).toEqual([
      'ST*204*0001',
      `B2**${SCAC}**${bol}**PP`,
      'B2A*00*LT',
      `L11*${bol}*BM`,
      'L11*554238*PO',
      'S5*1*CL',
      `G62*10*${PICKUP_DAY}`,
      'AT8*G*L*500*1*1',
      'NTE*LOI*Gate code 123',
      'N1*SF*Acme Manufacturing',
      'N3*12 S Main St',
      'N4*Los Angeles*CA*90001*US',
      'G61*IC*Ann*TE*555-222-6666',
      'L5*1*Class 92.5 Machine parts***PLT',
      'AT8*G*L*500*1*1',
      'L5*1*1 each 48x40x48 in, do not stack',
      'S5*2*CU',
      'AT8*G*L*500*1*1',
      'N1*ST*Lakeside Stores',
      'N3*400 W Lake St',
      'N4*Chicago*IL*60601*US',
      'G61*IC*Bob*TE*555-333-7777',
      'L3*500*G*********1',
      'SE*24*0001',
    ]);
    expect(await listSent()).toMatchObject([
      { set: '204', direction: 'outbound', status: 'pending', freight_id: id, reference: bol, errors: [] },
    ]);
    await respond(bol, 'A', ['N9', 'CN', '700123456']);
    expect(await getShipment(id)).toMatchObject({ status: 'carrier_accepted', pro_number: '700123456' });
    expect(await listSent()).toHaveLength(1);
  });

  it('become drafts again if a 990 declines them, and can be tendered again', async () => {
    await connect();
    const { id, bol_number: bol } = await book();
    await respond(bol, 'D', ['K1', 'No capacity']);
    expect(await getShipment(id)).toMatchObject({ status: 'draft', decline: { message: 'No capacity' } });
    await org.test.post(`/api/v1/freight/${id}/book`).send({}).expect(200);
    expect((await listSent()).map(({ reference }: { reference: string }) => reference)).toEqual([bol, bol]);
  });

  it('without an expected 990 are accepted at once, and get the PRO number of a 214', async () => {
    await connect({ expects_response: false });
    const { id, bol_number: bol, status } = await book();
    expect(status).toBe('carrier_accepted');
    const scan = ['AT7', 'AF', 'NS', '', '', TODAY, '0001', 'UT'];
    await receive('QM', [['214', ['B10', '700123456', bol, SCAC], ['LX', '1'], scan]]);
    expect(await getShipment(id)).toMatchObject({ status: 'in_transit', pro_number: '700123456' });
  });

  it('need attention after a day without a response', async () => {
    await connect();
    const { id } = await book();
    const listAttention = async () =>
      (await org.test.get('/api/v1/freight?attention=true').expect(200)).body.data;
    await app.sql.query(`UPDATE freight SET updated_at = now() - interval '1 hour' WHERE id = $1`, [id]);
    expect(await listAttention()).toEqual([]);
    await app.sql.query(
      `UPDATE bookings SET created_at = now() - interval '25 hours' WHERE freight_id = $1`,
      [id],
    );
    expect(await listAttention()).toMatchObject([{ id, status: 'tendered' }]);
  });

  it('can be confirmed by a person while the carrier does not respond', async () => {
    await connect();
    const { id } = await book();
    const path = `/api/v1/freight/${id}/confirm`;
    const { body } = await org.test.post(path).send({ pro_number: '700123456' }).expect(200);
    expect(body).toMatchObject({ status: 'carrier_accepted', pro_number: '700123456' });
  });

  it.each([false, true])('are withdrawn by a 204 with purpose code 01 (accepted: %s)', async (accepted) => {
    await connect();
    const { id, bol_number: bol } = await book();
    if (accepted) await respond(bol, 'A', ['N9', 'CN', '700123456']);
    expect(await cancel(id)).toMatchObject({
      status: 'voided',
      status_reason: `Lading notifies ${SCAC} of the cancellation by EDI.`,
    });
    const segments = await fetchLatest();
    expect(segments.slice(0, 3)).toEqual(['ST*204*0001', `B2**${SCAC}**${bol}**PP`, 'B2A*01*LT']);
    expect(await listSent()).toMatchObject([
      { set: '204', message: 'Withdraws the tender.', freight_id: id },
      { set: '204', message: null, freight_id: id },
    ]);
    await org.test.post(`/api/v1/freight/${id}/cancel`).send({}).expect(422);
    expect(await listSent()).toHaveLength(2);
  });

  it.each([false, true])(
    'are sent again with purpose code 04 if the pickup changes (PRO number: %s)',
    async (known) => {
      await connect();
      const { id, bol_number: bol } = await book(
        {},
        {},
        { pickup: { ready_time: '08:00', close_time: '16:00' } },
      );
      await respond(bol, 'A', ...(known ? [['N9', 'CN', '700123456']] : []));
      const path = `/api/v1/freight/${id}/pickup`;
      const { body } = await org.test.post(path).send({ close_time: '17:30' }).expect(200);
      expect(body).toMatchObject({
        status: 'carrier_accepted',
        status_reason: null,
        pickup: { status: 'requested' },
      });
      const segments = await fetchLatest();
      expect(segments.slice(0, 3)).toEqual(['ST*204*0001', `B2**${SCAC}**${bol}**PP`, 'B2A*04*LT']);
      expect(segments).toContain(`G62*38*${PICKUP_DAY}*K*1730*LT`);
      await org.test.post(path).send({ close_time: '17:30' }).expect(200);
      expect(await listSent()).toHaveLength(2);
      await org.test.delete(path).expect(200);
      expect((await getShipment(id)).status_reason).toContain('Call the carrier');
      expect(await listSent()).toHaveLength(2);
    },
  );

  it('are withdrawn from their partner even if the connection was removed', async () => {
    const { body: connection } = await connect({ tender_set: '211' });
    const { id } = await book();
    await org.test.delete(`/api/v1/carrier-connections/${connection.id}`).expect(200);
    await cancel(id);
    const [type, , purpose] = await fetchLatest();
    expect([type, purpose]).toEqual(['ST*211*0001', 'B2A*01']);
  });

  it('are bills of lading (211) if the connection says so', async () => {
    await connect({ tender_set: '211' });
    const { bol_number: bol } = await book({}, {}, { pickup: { ready_time: '08:00', close_time: '17:00' } });
    expect(await fetchLatest()).toEqual([
      'ST*211*0001',
      `BOL*${SCAC}*PP*${bol}*${PICKUP_DAY}`,
      'B2A*00',
      `L11*${bol}*BM`,
      'L11*554238*PO',
      `G62*37*${PICKUP_DAY}*I*0800*LT`,
      `G62*38*${PICKUP_DAY}*K*1700*LT`,
      'K1*Gate code 123',
      'N1*SF*Acme Manufacturing',
      'N3*12 S Main St',
      'N4*Los Angeles*CA*90001*US',
      'G61*IC*Ann*TE*555-222-6666',
      'N1*ST*Lakeside Stores',
      'N3*400 W Lake St',
      'N4*Chicago*IL*60601*US',
      'G61*IC*Bob*TE*555-333-7777',
      'AT1*1',
      'AT4*Class 92.5 Machine parts',
      'AT4*1 each 48x40x48 in, do not stack',
      'AT2*1*PLT*G*L*500*****92.5',
      'SE*21*0001',
    ]);
  });

  it('contain services, dangerous goods and NMFC items, and no delimiter of a text', async () => {
    await connect();
    const hazmat = {
      un_number: 'UN1263',
      proper_shipping_name: 'Paint',
      hazard_class: '3',
      packing_group: 'II',
      reportable_quantity: true,
    };
    const [item] = rateRequest().items as Record<string, unknown>[];
    const items = [{ ...item, nmfc_item_number: '149980', nmfc_sub_code: '2', hazmat }];
    const emergency_contact = { name: 'Chemtrec~', phone: '800-424-9300' };
    const request = {
      emergency_contact,
      ship_from: {
        company: 'Café*Acme~>Ümlaut',
        contact: 'Ann*1',
        address: '12~Main',
        phone: '555-222-6666',
      },
      freight: { description: 'Paint*in>cans~wet', handling_unit_type: 'pallet' },
    };
    await book(request, { items, accessorials: { destination_liftgate: true } });
    const segments = await fetchLatest();
    expect(segments).toEqual(
      expect.arrayContaining([
        'N1*SF*Cafe Acme Umlaut',
        'N3*12 Main',
        'G61*IC*Ann 1*TE*555-222-6666',
        'L5*1*Class 92.5 Paint in cans wet*149980-2*N*PLT',
        'G61*HM*Chemtrec*TE*800-424-9300',
        'LH1*PC*1*UN1263***LB*500***II',
        'LH2*3*P***RQ',
        'LH3*Paint*D',
      ]),
    );
    expect(segments.filter((segment) => segment.startsWith('NTE*SPH')).join()).toContain(
      'Liftgate at delivery',
    );
  });

  it('number their files without gaps while many shipments are booked at once', async () => {
    await connect();
    const drafts = [];
    for (let count = 0; count < 6; count++) drafts.push(await draft());
    const broken = await draft({ ship_from: { company: 'Acme Manufacturing' } });
    const answers = await Promise.all(
      [...drafts, broken].map(({ id }) => org.test.post(`/api/v1/freight/${id}/book`).send({})),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 422]);
    const numbers = (await listFiles()).map((file) => file.control_number);
    expect(numbers.sort()).toEqual([1, 2, 3, 4, 5, 6].map((number) => String(number).padStart(9, '0')));
  });

  it('are written once if the request is repeated', async () => {
    await connect();
    const { id } = await draft();
    const send = () =>
      org.test.post(`/api/v1/freight/${id}/book`).set('Idempotency-Key', `book-${id}`).send({});
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    await send().expect(200);
    await org.test.post(`/api/v1/freight/${id}/book`).send({}).expect(422);
    expect(await listSent()).toHaveLength(1);
  });

  it('leave no file and no gap if the process dies before the booking commits', async () => {
    await connect();
    const { id } = await draft();
    // The database ends the transaction after the file was written, as a crash does.
    await app.sql.query(`CREATE FUNCTION end_booking() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF NEW.freight_id = ${id} AND NEW.direction = 'outbound' THEN RAISE 'crash'; END IF; RETURN NULL; END $$`);
    await app.sql.query(`CREATE CONSTRAINT TRIGGER end_booking AFTER INSERT ON edi_documents
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION end_booking()`);
    await org.test.post(`/api/v1/freight/${id}/book`).send({}).expect(500);
    await app.sql.query('DROP TRIGGER end_booking ON edi_documents');
    await app.sql.query('DROP FUNCTION end_booking');
    expect(await getShipment(id)).toMatchObject({ status: 'draft' });
    expect(await listFiles()).toEqual([]);
    const { body } = await org.test.post(`/api/v1/freight/${id}/book`).send({}).expect(200);
    expect(body.status).toBe('tendered');
    expect(await listFiles()).toMatchObject([{ control_number: '000000001' }]);
    expect(await listSent()).toMatchObject([{ reference: body.bol_number }]);
  });

  it('need a partner of the same carrier', async () => {
    const other = buildPartner({ scac: 'SAIA', isa_id: 'SAIA' });
    const { body } = await org.test.post('/api/v1/edi/partners').send(other).expect(201);
    const refused = await connect({ partner_id: body.id });
    expect(refused.status).toBe(400);
    expect(refused.body.error).toMatchObject({ param: 'settings.partner_id' });
    const unknown = await connect({ tender_set: '205' });
    expect(unknown.body.error).toMatchObject({ param: 'settings.tender_set' });
    const { body: connection } = await connect();
    const path = `/api/v1/carrier-connections/${connection.id}`;
    const moved = await org.test.patch(path).send({ settings: { partner_id: body.id } });
    expect(moved.body.error).toMatchObject({ param: 'settings.partner_id' });
    await org.test.delete(`/api/v1/edi/partners/${partnerId}`).expect(422);
    await org.test.patch(`/api/v1/edi/partners/${partnerId}`).send({ scac: 'SAIA' }).expect(200);
    const { id } = await draft();
    const failed = await org.test.post(`/api/v1/freight/${id}/book`).send({}).expect(422);
    expect(failed.body.error.code).toBe('carrier_not_connected');
  });

  describe('with an acknowledgment', () => {
    beforeEach(async () => {
      await connect();
    });

    it('that accepts them are accepted, and the 997 is not acknowledged', async () => {
      const { id, bol_number: bol } = await book();
      const received = await acknowledge(
        '1',
        ['AK2', '204', '0001'],
        ['AK5', 'A'],
        ['AK9', 'A', '1', '1', '1'],
      );
      expect(received).toMatchObject({
        status: 'processed',
        documents: [{ set: '997', status: 'accepted', reference: bol, freight_id: id }],
      });
      expect(await listSent()).toMatchObject([{ status: 'accepted', errors: [] }]);
      expect(await listFiles()).toHaveLength(1);
      expect(await listEvents('edi.rejected')).toEqual([]);
    });

    it('that rejects them show its errors, and the shipment needs a person', async () => {
      const { id, bol_number: bol } = await book();
      const rejection = [
        ['AK2', '204', '0001'],
        ['AK3', 'N4', '12', '', '8'],
        ['AK4', '3', '116', '7', '9000'],
      ];
      await acknowledge('1', ...rejection, ['AK5', 'R', '5'], ['AK9', 'R', '1', '1', '0']);
      const errors = [
        { segment: null, code: '5' },
        { segment: 'N4', position: 12, element: 3, code: '7', message: 'The code is unknown.' },
      ];
      expect(await listSent('&status=rejected')).toMatchObject([{ set: '204', freight_id: id, errors }]);
      const events = await listEvents('edi.rejected');
      expect(events).toMatchObject([
        { data: { interchange: { direction: 'outbound', documents: [{ status: 'rejected', errors }] } } },
      ]);
      expect(await getShipment(id)).toMatchObject({
        status: 'tendered',
        status_reason: `${SCAC} rejected the EDI document 204 of BOL ${bol}. Call the carrier, or cancel the shipment.`,
      });
      // The partner sends the acknowledgment again, and then contradicts it.
      const again = await acknowledge('1', ['AK2', '204', '0001'], ['AK5', 'A'], ['AK9', 'A', '1', '1', '1']);
      expect(again.documents).toMatchObject([
        { status: 'accepted', message: expect.stringContaining('already') },
      ]);
      expect(await listSent('&status=rejected')).toHaveLength(1);
      expect(await listEvents('edi.rejected')).toHaveLength(1);
    });

    it('of the whole group share its status', async () => {
      await book();
      await book();
      await acknowledge('1', ['AK9', 'A', '1', '1', '1']);
      await acknowledge('000000002', ['AK9', 'R', '1', '1', '0', '2']);
      expect(await listSent()).toMatchObject([
        { status: 'rejected', message: 'The partner rejected the group with the codes 2 of AK9.' },
        { status: 'accepted' },
      ]);
    });

    it('that names no file of the partner stay pending', async () => {
      await book();
      for (const [group, kind] of [
        ['7', 'SM'],
        ['1', 'BL'],
        ['x', 'SM'],
      ] as const) {
        const { documents } = await receive('FA', [
          ['997', ['AK1', kind, group], ['AK9', 'A', '1', '1', '1']],
        ]);
        expect(documents).toMatchObject([{ status: 'unmatched' }]);
      }
      const { documents } = await receive('FA', [['997', ['AK9', 'A', '1', '1', '1']]]);
      expect(documents).toMatchObject([{ status: 'rejected' }]);
      expect(await listSent()).toMatchObject([{ status: 'pending' }]);
      expect(await listFiles()).toHaveLength(1);
    });

    it('in the group of another set is not acknowledged either', async () => {
      await book();
      const ack: EdiFile['sets'] = [['997', ['AK1', 'SM', '1'], ['AK9', 'A', '1', '1', '1']]];
      expect((await receive('SM', ack)).documents).toMatchObject([{ status: 'accepted' }]);
      expect(await listFiles()).toHaveLength(1);
    });

    it('of a canceled shipment that rejects the cancellation ask a person to call', async () => {
      const { id } = await book();
      await cancel(id);
      await acknowledge('2', ['AK2', '204', '0001'], ['AK5', 'R', '5'], ['AK9', 'R', '1', '1', '0']);
      const { status, status_reason: reason } = await getShipment(id);
      expect(status).toBe('voided');
      expect(reason).toContain('rejected the EDI cancellation');
    });

    it('that is overdue raise one event', async () => {
      const { id } = await book();
      const deadlines = app.app.get(AcknowledgmentDeadlinesService);
      await deadlines.reportDue();
      expect(await listSent()).toMatchObject([{ status: 'pending' }]);
      await app.sql.query(
        `UPDATE edi_documents SET acknowledgment_due_at = now() - interval '1 second' WHERE freight_id = $1`,
        [id],
      );
      await Promise.all([deadlines.reportDue(), deadlines.reportDue()]);
      await deadlines.reportDue();
      expect(await listSent('&status=unacknowledged')).toMatchObject([{ freight_id: id }]);
      expect(await listEvents('edi.unacknowledged')).toMatchObject([
        { data: { interchange: { direction: 'outbound', documents: [{ status: 'unacknowledged' }] } } },
      ]);
      await acknowledge('1', ['AK2', '204', '0001'], ['AK5', 'E'], ['AK9', 'E', '1', '1', '1']);
      expect(await listSent()).toMatchObject([{ status: 'accepted' }]);
      const { text } = await app.client().get('/metrics');
      expect(text).toMatch(
        /lading_edi_documents_total\{direction="outbound",set="204",status="unacknowledged"\} [1-9]/,
      );
    });

    it('that is not expected never become overdue', async () => {
      const path = `/api/v1/edi/partners/${partnerId}`;
      await org.test.patch(path).send({ acknowledgment_hours: null }).expect(200);
      await book();
      expect(await listSent()).toMatchObject([{ status: 'pending', acknowledgment_due_at: null }]);
    });
  });
});
