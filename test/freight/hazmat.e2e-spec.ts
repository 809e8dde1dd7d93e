import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { freightRequest, rateRequest } from '../support/factories.js';

const ACETONE = {
  un_number: 'UN1090',
  proper_shipping_name: 'Acetone',
  hazard_class: '3',
  packing_group: 'II',
};
const GENERIC = { ...ACETONE, un_number: 'UN1993', proper_shipping_name: 'Flammable liquids, n.o.s.' };
const CONTACT = { name: 'CHEMTREC', phone: '800-424-9300' };
const LINE = { weight: 500, freight_class: '92.5', length: 48, width: 40, height: 48 };
const BY_ACCESSORIAL = { accessorials: { hazmat: true } };

type Warning = { code: string; param: string };

describe('dangerous goods', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp({ PROCESS_ROLE: 'api' });
    org = await app.organization();
  });
  afterAll(() => app.close());

  const quoted = async (changes: object, status = 201) =>
    (
      await org.test
        .post('/api/v1/quotes')
        .send(rateRequest(changes as never))
        .expect(status)
    ).body;
  const draft = async (rating: object, changes: object) => {
    const { data } = await quoted({ items: [LINE, LINE], ...rating });
    const body = freightRequest(data[0].id, { emergency_contact: CONTACT, ...changes });
    return (await org.test.post('/api/v1/freight').send(body).expect(201)).body;
  };
  const book = async (id: number, status = 200) =>
    (await org.test.post(`/api/v1/freight/${id}/book`).expect(status)).body;
  const bolOf = async (id: number) => (await org.test.get(`/api/v1/freight/${id}/bol`).expect(200)).body;
  const gaps = ({ warnings }: { warnings: Warning[] }) =>
    warnings.filter(({ code }) => code === 'hazmat_incomplete').map(({ param }) => param);
  const freight = (...hazmat: object[]) => ({ freight: { description: 'Solvent', hazmat } });

  it('show subsidiary classes in parentheses, from the quote, a product or the draft', async () => {
    const acid = { ...ACETONE, hazard_class: '8', subsidiary_hazard_classes: ['3', '6.1'] };
    const { id } = await draft({ items: [{ ...LINE, hazmat: acid }] }, {});
    expect((await bolOf(id)).items[0].hazmat_description).toContain('UN1090, Acetone, 8, (3, 6.1), PG II');
    const { body: product } = await org.test
      .post('/api/v1/products')
      .send({ sku: 'ACID', ...LINE, hazmat: acid })
      .expect(201);
    expect(product.hazmat).toEqual(acid);
    const { data } = await quoted({ items: [{ product_id: product.id }] });
    expect(data[0].items[0].hazmat.subsidiary_hazard_classes).toEqual(['3', '6.1']);
    const said = await draft(BY_ACCESSORIAL, freight({ item: 1, ...acid }));
    expect((await bolOf(said.id)).items[1].hazmat_description).toContain('8, (3, 6.1)');
    await book(said.id);
  });

  it.each([[['9', '8', '3', '6.1']], [['10']], [[8]], ['8']])(
    'have no subsidiary classes %j',
    async (others) => {
      const hazmat = { ...ACETONE, subsidiary_hazard_classes: others };
      const { error } = await quoted({ items: [{ ...LINE, hazmat }] }, 400);
      expect(error.param).toBe('items[0].hazmat.subsidiary_hazard_classes');
    },
  );

  it('survive an export and import of products', async () => {
    const other = await app.organization();
    const csv = await org.test.get('/api/v1/products').set('Accept', 'text/csv').expect(200);
    await other.test
      .post('/api/v1/products/import')
      .set('Content-Type', 'text/csv')
      .send(csv.text)
      .expect(200);
    const { body } = await other.test.get('/api/v1/products').expect(200);
    expect(body.data[0].hazmat.subsidiary_hazard_classes).toEqual(['3', '6.1']);
  });

  it('warn of details that the shipping paper probably lacks', async () => {
    const { packing_group: _group, ...groupless } = ACETONE;
    const body = await quoted({ items: [LINE, { ...LINE, hazmat: groupless }] });
    expect(gaps(body)).toEqual(['items[1].hazmat.packing_group']);
    const shipment = await draft(BY_ACCESSORIAL, freight({ item: 0, ...groupless }));
    expect(gaps(shipment)).toEqual(['freight.hazmat[0].packing_group']);
    const mended = await org.test
      .patch(`/api/v1/freight/${shipment.id}`)
      .send(freight({ item: 0, ...ACETONE }))
      .expect(200);
    expect(gaps(mended.body)).toEqual([]);
    const battery = { ...groupless, un_number: 'UN2794', hazard_class: '8' };
    expect(gaps(await quoted({ items: [{ ...LINE, hazmat: battery }] }))).toEqual([]);
    const gas = { ...groupless, hazard_class: '2.1' };
    expect(gaps(await quoted({ items: [{ ...LINE, hazmat: gas }] }))).toEqual([]);
  });

  it('require a technical name to book under a generic shipping name', async () => {
    const nameless = await draft(BY_ACCESSORIAL, freight({ item: 0, ...GENERIC }));
    expect(gaps(nameless)).toEqual(['freight.hazmat[0].technical_name']);
    const { error } = await book(nameless.id, 422);
    expect(error).toMatchObject({ code: 'booking_incomplete', param: 'freight.hazmat[0].technical_name' });
    await org.test
      .patch(`/api/v1/freight/${nameless.id}`)
      .send(freight({ item: 0, ...GENERIC, technical_name: 'Acetone, Methanol' }))
      .expect(200);
    await book(nameless.id);
    const { id } = await draft({ items: [{ ...LINE, hazmat: GENERIC }] }, {});
    expect((await book(id, 422)).error.param).toBe('items[0].hazmat.technical_name');
    const family = { ...ACETONE, un_number: 'UN1268', proper_shipping_name: 'Petroleum distillates, n.o.s.' };
    await book((await draft({ items: [{ ...LINE, hazmat: family }] }, {})).id);
  });

  it('are rejected on a line that the quote does not mark as dangerous', async () => {
    const rating = { items: [{ ...LINE, hazmat: ACETONE }, LINE] };
    const { id } = await draft(rating, freight({ item: 1, ...ACETONE }));
    const { error } = await book(id, 422);
    expect(error).toMatchObject({ code: 'freight_differs_from_quote', param: 'freight.hazmat' });
  });

  it('need no emergency contact in limited quantities', async () => {
    const limited = { ...ACETONE, limited_quantity: true };
    const none = { emergency_contact: undefined };
    await book((await draft({ items: [{ ...LINE, hazmat: limited }] }, none)).id);
    const { id } = await draft(BY_ACCESSORIAL, {
      ...freight({ item: 0, ...limited }, { item: 1, ...ACETONE }),
      ...none,
    });
    expect((await book(id, 422)).error).toMatchObject({
      code: 'booking_incomplete',
      param: 'emergency_contact',
    });
  });

  it('cannot weigh more than their product', async () => {
    const product = { sku: 'HEAVY', ...LINE, hazmat: { ...ACETONE, weight: 501 } };
    const { body } = await org.test.post('/api/v1/products').send(product).expect(400);
    expect(body.error).toMatchObject({ param: 'hazmat', code: 'conflicting_values' });
    const { body: light } = await org.test
      .post('/api/v1/products')
      .send({ ...product, hazmat: { ...ACETONE, weight: 400 } })
      .expect(201);
    await org.test.patch(`/api/v1/products/${light.id}`).send({ weight: 399 }).expect(400);
  });

  it.each(['-', 'x', '555-12'])('cannot be booked with the phone number %j', async (phone) => {
    const party = { company: 'Acme', address: '1 Main St', phone };
    const { id } = await draft({}, { ship_from: party, ship_to: party });
    const { error } = await book(id, 422);
    expect(error.errors.map(({ param }: { param: string }) => param)).toEqual([
      'ship_from.phone',
      'ship_to.phone',
    ]);
  });
});
