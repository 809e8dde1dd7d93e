import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { newFreight, freightRequest, rateRequest } from '../support/factories.js';
import { parsePdfPages } from '../support/printed-pdf.js';

const CUSTOMS = {
  broker: { company: 'Northern Customs Brokers', phone: '905-555-0100' },
  importer: { company: 'Maple Imports Ltd', address: '1 Front St W, Toronto, ON M5V 3L9' },
  incoterm: 'DAP',
  pars_number: 'ABCD PARS 123456',
  paps_number: null,
  items: [
    {
      description: 'Machine parts',
      hs_code: '8431.49',
      country_of_origin: 'US',
      quantity: 12,
      unit_value_cents: 12_500,
    },
    {
      description: 'Gaskets',
      hs_code: '8484100000',
      country_of_origin: 'MX',
      quantity: 3,
      unit_value_cents: 999,
    },
  ],
};
const TORONTO = { city: 'Toronto', state: 'ON', zip: 'M5V 3L9', country: 'CA' };

describe('customs', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp({ RATE_LIMIT_ENABLED: 'false', PROCESS_ROLE: 'api' });
    org = await app.organization();
  });
  afterAll(() => app.close());

  const readPdf = async (path: string): Promise<string> => {
    const { body, headers } = await org.test.get(path).expect(200);
    expect(headers['content-type']).toBe('application/pdf');
    const pages = await parsePdfPages(new Uint8Array(body as Buffer));
    return pages.flatMap(({ texts }) => texts.map(({ text }) => text)).join(' ');
  };

  it('are stored on a draft, changed by PATCH, and frozen on the booked bill of lading', async () => {
    const { body: group } = await org.test
      .post('/api/v1/quotes')
      .send(rateRequest({ destination: TORONTO }))
      .expect(201);
    const { body: draft } = await org.test
      .post('/api/v1/freight')
      .send(freightRequest(group.data[0].id, { customs: { ...CUSTOMS, paps_number: 'PAPS 1' } }))
      .expect(201);
    expect(draft.customs).toEqual({ ...CUSTOMS, paps_number: 'PAPS 1' });
    const path = `/api/v1/freight/${draft.id}`;
    const { body: changed } = await org.test
      .patch(path)
      .send({ customs: { paps_number: null } })
      .expect(200);
    expect(changed.customs).toEqual(CUSTOMS);
    await org.test.post(`${path}/book`).expect(200);
    expect((await org.test.get(`${path}/bol`).expect(200)).body.customs).toEqual(CUSTOMS);
    const bol = await readPdf(`${path}/bol/pdf`);
    expect(bol).toContain('Customs broker: Northern Customs Brokers, 905-555-0100');
    expect(bol).toContain('PARS: ABCD PARS 123456');
    expect(bol).not.toContain('PAPS:');
    expect(bol).toContain('Canada');
    const invoice = await readPdf(`${path}/commercial-invoice/pdf`);
    for (const text of ['COMMERCIAL INVOICE', '8431.49', '$1,500.00', '$29.97', '$1,529.97', 'DAP', 'TEST'])
      expect(invoice).toContain(text);
    expect(invoice).toContain('Maple Imports Ltd');
  });

  it('default the importer to the consignee on the commercial invoice', async () => {
    const { id } = await newFreight(org.test, { customs: { items: CUSTOMS.items } });
    const text = await readPdf(`/api/v1/freight/${id}/commercial-invoice/pdf`);
    expect(text.split('Lakeside Stores')).toHaveLength(3);
  });

  it('without goods have no commercial invoice', async () => {
    const { id } = await newFreight(org.test, { customs: { incoterm: 'DDP' } });
    const { body } = await org.test.get(`/api/v1/freight/${id}/commercial-invoice/pdf`).expect(422);
    expect(body.error).toMatchObject({ code: 'customs_items_missing', param: 'customs.items' });
    await org.test.patch(`/api/v1/freight/${id}`).send({ customs: null }).expect(200);
    expect((await org.test.get(`/api/v1/freight/${id}`).expect(200)).body.customs).toBeNull();
    await org.live.get(`/api/v1/freight/${id}/commercial-invoice/pdf`).expect(404);
  });

  it.each([
    [{ incoterm: 'XYZ' }, 'customs.incoterm'],
    [{ broker: { company: 'B' } }, 'customs.broker.phone'],
    [{ items: [{ ...CUSTOMS.items[0], hs_code: '84' }] }, 'customs.items[0].hs_code'],
    [{ items: [{ ...CUSTOMS.items[0], country_of_origin: 'usa' }] }, 'customs.items[0].country_of_origin'],
    [{ items: [{ ...CUSTOMS.items[0], quantity: 0 }] }, 'customs.items[0].quantity'],
  ])('refuse %j with %s', async (customs, param) => {
    const { body } = await org.test.post('/api/v1/freight').send(freightRequest(1, { customs })).expect(400);
    expect(body.error.errors.map((fault: { param: string }) => fault.param)).toContain(param);
  });
});
