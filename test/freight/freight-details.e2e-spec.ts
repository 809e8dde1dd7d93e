import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { freightRequest, newFreight, newQuote } from '../support/factories.js';

const CONTACT = { name: 'CHEMTREC', phone: '800-424-9300', contract_number: 'CCN 12345' };

describe('shipment details:', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp({ PROCESS_ROLE: 'api' });
    org = await app.organization();
  });
  afterAll(() => app.close());

  const patch = (id: number, body: object, status = 200) =>
    org.test
      .patch(`/api/v1/freight/${id}`)
      .send(body)
      .expect(status)
      .then((response) => response.body);
  const errors = (body: { error: { errors: { param: string; code: string }[] } }) =>
    body.error.errors.map(({ param, code }) => `${code} ${param}`);

  describe('orders', () => {
    const ORDERS = [
      { number: '554238', packages: 12, weight: 500, palletized: true, info: 'Dept. 12' },
      { number: '554239' },
    ];
    const SHOWN = [
      ORDERS[0],
      { number: '554239', packages: null, weight: null, palletized: null, info: null },
    ];

    it('return every field, survive a PATCH of the response, and are replaced as a whole', async () => {
      const { id } = await newFreight(org.test, { orders: ORDERS });
      const { body } = await org.test.get(`/api/v1/freight/${id}`).expect(200);
      expect(body.orders).toEqual(SHOWN);
      const sentBack = await patch(id, { orders: body.orders });
      expect(sentBack).toMatchObject({ orders: SHOWN, updated_at: body.updated_at });
      expect((await patch(id, { special_instructions: 'x' })).orders).toEqual(SHOWN);
      expect((await patch(id, { orders: [{ number: 'A' }] })).orders).toHaveLength(1);
      expect((await patch(id, { orders: null })).orders).toEqual([]);
    });

    it('are limited to 100, each with a number', async () => {
      const { id } = await newFreight(org.test);
      const orders = Array.from({ length: 100 }, (_, at) => ({ number: `PO-${at}` }));
      expect((await patch(id, { orders })).orders).toHaveLength(100);
      expect(errors(await patch(id, { orders: [...orders, { number: 'one more' }] }, 400))).toEqual([
        'invalid_value orders',
      ]);
      const wrong = [{ packages: 0 }, { number: 'B', palletized: 'yes', weight: -1 }];
      expect(errors(await patch(id, { orders: wrong }, 400)).sort()).toEqual([
        'invalid_value orders[0].packages',
        'invalid_value orders[1].palletized',
        'invalid_value orders[1].weight',
        'missing_parameter orders[0].number',
      ]);
    });
  });

  describe('orders that weigh more than the quote', () => {
    const codes = ({ warnings }: { warnings: { code: string }[] }) =>
      warnings.map(({ code }) => code).filter((code) => code === 'order_weight_exceeded');
    const weighing = (...weights: (number | undefined)[]) =>
      weights.map((weight, at) => ({ number: `PO-${at}`, weight }));

    it('cause a warning on the draft and on changes, and can be booked', async () => {
      const { id } = await newFreight(org.test, { orders: weighing(300, 201.5) });
      const { body } = await org.test.get(`/api/v1/freight/${id}`).expect(200);
      expect(body.warnings.at(-1)).toEqual({
        code: 'order_weight_exceeded',
        param: 'orders',
        message: 'The orders weigh 501.5 lb in total, but the quote is for 500 lb.',
      });
      expect(codes(await patch(id, { special_instructions: 'x' }))).toHaveLength(1);
      for (const orders of [weighing(300, 201), weighing(500, undefined), null])
        expect(codes(await patch(id, { orders }))).toEqual([]);
      expect(codes(await patch(id, { orders: weighing(600) }))).toHaveLength(1);
      const { body: booked } = await org.test.post(`/api/v1/freight/${id}/book`).expect(200);
      expect(codes(booked)).toHaveLength(1);
    });
  });

  describe('orders with more packages than the quote has pieces', () => {
    it('cause a warning if the quote counts pieces', async () => {
      const orders = [
        { number: 'A', packages: 900 },
        { number: 'B', packages: 99 },
      ];
      const line = { weight: 500, freight_class: '92.5', length: 48, width: 40, height: 48 };
      const said = async (items: object[]) => {
        const { id } = await newQuote(org.test, { items });
        const { body } = await org.test
          .post('/api/v1/freight')
          .send(freightRequest(id, { orders }))
          .expect(201);
        return body.warnings.filter(({ code }: { code: string }) => code === 'order_packages_exceeded');
      };
      expect(await said([{ ...line, pieces: 998 }])).toHaveLength(1);
      expect(await said([{ ...line, pieces: 999 }])).toEqual([]);
      expect(await said([{ ...line, pieces: 1 }, line])).toEqual([]);
    });
  });

  describe('dangerous goods on a draft', () => {
    const ACETONE = {
      un_number: 'UN1090',
      proper_shipping_name: 'Acetone',
      hazard_class: '3',
      packing_group: 'II',
    };
    const line = { weight: 500, freight_class: '92.5', length: 48, width: 40, height: 48 };
    const hazmat = (...items: number[]) => ({
      freight: { description: 'Solvent', hazmat: items.map((item) => ({ item, ...ACETONE })) },
    });
    const draft = async (rating: Record<string, unknown>, changes: Record<string, unknown>, status = 201) => {
      const { id } = await newQuote(org.test, { items: [line, line], ...rating });
      const { body } = await org.test
        .post('/api/v1/freight')
        .send(freightRequest(id, changes))
        .expect(status);
      return body;
    };
    const byAccessorial = { accessorials: { hazmat: true } };

    it('are stored on the draft if the quote has only the accessorial', async () => {
      const { id, freight } = await draft(byAccessorial, hazmat(1));
      expect(freight.hazmat).toEqual([{ item: 1, ...ACETONE }]);
      const { body: bol } = await org.test.get(`/api/v1/freight/${id}/bol`).expect(200);
      expect(bol.items.map((each: { hazmat: boolean }) => each.hazmat)).toEqual([false, true]);
      expect(bol.items[1].hazmat_description).toContain('UN1090, Acetone, 3, PG II');
      expect((await patch(id, { freight: { hazmat: null } })).freight.hazmat).toBeUndefined();
    });

    it.each([
      ['a line that isn’t there', byAccessorial, hazmat(2), 'freight.hazmat[0].item'],
      ['a line twice', byAccessorial, hazmat(0, 0), 'freight.hazmat[1].item'],
      [
        'what the quote describes',
        { items: [{ ...line, hazmat: ACETONE }] },
        hazmat(0),
        'freight.hazmat[0].item',
      ],
      [
        'more than its line weighs',
        byAccessorial,
        { freight: { hazmat: [{ item: 1, ...ACETONE, weight: 500.5 }] } },
        'freight.hazmat[0].weight',
      ],
      [
        'a wrong number',
        byAccessorial,
        { freight: { hazmat: [{ item: 0, ...ACETONE, un_number: '1090' }] } },
        'freight.hazmat[0].un_number',
      ],
      [
        'a field nobody knows',
        byAccessorial,
        { freight: { hazmat: [{ item: 0, ...ACETONE, placard: 'red' }] } },
        'freight.hazmat[0].placard',
      ],
    ])('are rejected as %s', async (_, rating, changes, param) => {
      expect((await draft(rating, changes, 400)).error.param).toBe(param);
      const { id } = await draft(rating, {});
      expect((await patch(id, changes, 400)).error.param).toBe(param);
    });

    it('are required to book, with an emergency contact, and rejected without the accessorial', async () => {
      const { id } = await draft(byAccessorial, {});
      const { body } = await org.test.post(`/api/v1/freight/${id}/book`).expect(422);
      expect(errors(body)).toEqual([
        'booking_incomplete freight.hazmat',
        'booking_incomplete emergency_contact',
      ]);
      await patch(id, { ...hazmat(0), emergency_contact: CONTACT });
      await org.test.post(`/api/v1/freight/${id}/book`).expect(200);
      const plain = await draft({}, { ...hazmat(0), emergency_contact: CONTACT });
      const { body: refused } = await org.test.post(`/api/v1/freight/${plain.id}/book`).expect(422);
      expect(refused.error).toMatchObject({ code: 'freight_differs_from_quote', param: 'freight.hazmat' });
    });
  });

  describe('an emergency contact', () => {
    it('is returned, merged key by key and cleared by null', async () => {
      const { id } = await newFreight(org.test, { emergency_contact: CONTACT });
      expect((await patch(id, { emergency_contact: { contract_number: null } })).emergency_contact).toEqual({
        ...CONTACT,
        contract_number: null,
      });
      expect(
        (await patch(id, { emergency_contact: { phone: '+1 (800) 262-8200' } })).emergency_contact.phone,
      ).toBe('+1 (800) 262-8200');
      expect((await patch(id, { emergency_contact: null })).emergency_contact).toBeNull();
    });

    it.each([
      [{ name: 'Ann' }, 'emergency_contact.phone'],
      [{ phone: '800-424-9300' }, 'emergency_contact.name'],
      [{ name: ' ', phone: '800-424-9300' }, 'emergency_contact.name', 'invalid_value'],
      [{ name: 'Ann', phone: 'call me' }, 'emergency_contact.phone', 'invalid_value'],
      [{ name: 'Ann', phone: '424-9300' }, 'emergency_contact.phone', 'invalid_value'],
      [{ name: 'Ann', phone: null }, 'emergency_contact.phone', 'invalid_value'],
    ])('is rejected as %j', async (contact, param, code = 'missing_parameter') => {
      const { id } = await newQuote(org.test);
      const { body } = await org.test
        .post('/api/v1/freight')
        .send(freightRequest(id, { emergency_contact: contact }))
        .expect(400);
      expect(body.error).toMatchObject({ code, param });
      const drafted = await newFreight(org.test, { emergency_contact: CONTACT });
      const [key] = param.split('.').slice(1);
      await patch(drafted.id, { emergency_contact: { [key!]: null } }, 400);
    });
  });

  describe('a payer', () => {
    const PAYER = {
      type: 'third_party',
      company: 'Freight Payers Inc',
      contact: 'Eve',
      address: '1 Pay St',
      city: 'Denver',
      state: 'CO',
      zip: '80202',
      phone: '555-1',
      email: 'ap@payers.example',
      account: '0012-345',
    };

    it('has an address and an account number', async () => {
      const { id } = await newFreight(org.test, { bill_to: PAYER });
      const { body } = await org.test.get(`/api/v1/freight/${id}`).expect(200);
      expect(body.bill_to).toEqual({ ...PAYER, country: 'US' });
      expect((await patch(id, { bill_to: { account: null } })).bill_to.account).toBeUndefined();
      expect((await patch(id, { bill_to: { state: 'NY' } }, 400)).error.param).toBe('bill_to.zip');
    });

    it('has an address under third-party terms, or the draft has a warning', async () => {
      const lacking = ({ warnings }: { warnings: { code: string; param: string }[] }) =>
        warnings.filter(({ code }) => code === 'payer_incomplete').map(({ param }) => param);
      const { id } = await newFreight(org.test, { bill_to: { ...PAYER, city: undefined, zip: undefined } });
      expect(lacking((await org.test.get(`/api/v1/freight/${id}`).expect(200)).body)).toEqual([
        'bill_to.city',
      ]);
      expect(lacking(await patch(id, { bill_to: { type: 'collect' } }))).toEqual([]);
      expect(lacking(await patch(id, { bill_to: PAYER }))).toEqual([]);
    });
  });

  describe('booking', () => {
    const book = (id: number) => org.test.post(`/api/v1/freight/${id}/book`).expect(422);

    it('names every missing field and books nothing', async () => {
      const { id } = await newFreight(org.test, {
        ship_from: { company: 'Acme' },
        ship_to: null,
        freight: null,
        bill_to: { type: 'third_party', address: ' ' },
      });
      const { body } = await book(id);
      expect(errors(body)).toEqual(
        [
          'ship_from.address',
          'ship_from.phone',
          'ship_to.company',
          'ship_to.address',
          'ship_to.phone',
          'freight.description',
          'bill_to.company',
          'bill_to.address',
        ].map((param) => `booking_incomplete ${param}`),
      );
      const [first] = body.error.errors;
      expect(body.error).toMatchObject({ param: first.param, message: first.message });
      expect((await org.test.get(`/api/v1/freight/${id}`)).body.status).toBe('draft');
    });

    it.each([
      ['freight.weight', { weight: 502 }],
      ['freight.weight', { weight: 498.9 }],
      ['freight.freight_class', { freight_class: '70' }],
    ])('rejects a %s that differs from the quote', async (param, freight) => {
      const { id } = await newFreight(org.test, { freight: { description: 'Parts', ...freight } });
      expect((await book(id)).body.error).toMatchObject({ code: 'freight_differs_from_quote', param });
      await patch(id, { freight: { weight: 501, freight_class: '92.5' } });
      await org.test.post(`/api/v1/freight/${id}/book`).expect(200);
    });
  });
});
