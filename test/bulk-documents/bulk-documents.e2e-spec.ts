import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiKeysService } from '../../src/platform/auth/api-keys.service.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { freightRequest, newFreight, newQuote, rateRequest } from '../support/factories.js';
import { findOverlaps, parsePdfPages, joinTexts, type PrintedPage } from '../support/printed-pdf.js';

const ITEM = { weight: 500, freight_class: '92.5', length: 48, width: 40, height: 48 };

describe('bulk documents', () => {
  let app: TestApp;
  let org: TestOrganization;
  let ids: number[];

  beforeAll(async () => {
    app = await startApp({ PROCESS_ROLE: 'api' });
    org = await app.organization();
    ids = [];
    for (let count = 0; count < 3; count++) ids.push((await newFreight(org.test)).id);
  });
  afterAll(() => app.close());

  const print = (body: object) => org.test.post('/api/v1/documents').send(body);
  const pagesOf = async (body: object): Promise<PrintedPage[]> => {
    const answer = await print(body).expect(200).expect('Content-Type', 'application/pdf');
    return parsePdfPages(answer.body as Buffer);
  };
  const bolNumberOf = async (id: number) =>
    ((await org.test.get(`/api/v1/freight/${id}`)).body as { bol_number: string }).bol_number;

  it('are one PDF in the requested order', async () => {
    const [first, second, third] = ids as [number, number, number];
    const freightIds = [third, first, second];
    const pages = await pagesOf({ freight_ids: freightIds, documents: ['bol', 'labels'] });
    const numbers = await Promise.all(freightIds.map(bolNumberOf));
    expect(pages.map(joinTexts).map((words) => words.includes('CARRIER INFORMATION'))).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
    ]);
    for (const [index, page] of pages.entries())
      expect(joinTexts(page)).toContain(numbers[Math.floor(index / 2)]);
  });

  it('are rejected with the param of a missing shipment', async () => {
    const { body } = await print({ freight_ids: [ids[0], 999_999], documents: ['bol'] }).expect(404);
    expect(body.error).toMatchObject({ code: 'resource_missing', param: 'freight_ids[1]' });
    const live = await org.live.post('/api/v1/documents').send({ freight_ids: [ids[0]], documents: ['bol'] });
    expect(live.body.error).toMatchObject({ code: 'resource_missing', param: 'freight_ids[0]' });
    const missing = await print({ freight_ids: ids, documents: ['invoice'] }).expect(422);
    expect(missing.body.error).toMatchObject({ code: 'document_missing', param: 'freight_ids[0]' });
  });

  it.each([
    [{ freight_ids: [], documents: ['bol'] }, 'freight_ids'],
    [{ freight_ids: Array.from({ length: 101 }, (_, id) => id), documents: ['bol'] }, 'freight_ids'],
    [{ freight_ids: [1, 1], documents: ['bol'] }, 'freight_ids'],
    [{ freight_ids: ['1'], documents: ['bol'] }, 'freight_ids'],
    [{ freight_ids: [1], documents: ['pod'] }, 'documents'],
    [{ freight_ids: [1] }, 'documents'],
    [{ freight_ids: [1], documents: ['labels'], label_format: 'a4' }, 'label_format'],
  ])('reject %j', async (body, param) => {
    const answer = await print(body).expect(400);
    expect(answer.body.error.param).toBe(param);
  });

  it('are rendered again for a repeated Idempotency-Key, because they are not stored', async () => {
    for (let time = 0; time < 2; time++) {
      const { headers } = await print({ freight_ids: [ids[0]], documents: ['bol'] })
        .set('Idempotency-Key', 'papers-1')
        .expect(200);
      expect(headers['idempotent-replayed']).toBeUndefined();
    }
  });

  it('contain at most 500 labels, and one shipment prints more in parts', async () => {
    const freight = await newFreight(org.test);
    const items = JSON.stringify([300, 220].map((quantity) => ({ ...ITEM, quantity })));
    await app.sql.query(
      'UPDATE quotes SET items = $1 WHERE id = (SELECT quote_id FROM freight WHERE id = $2)',
      [items, freight.id],
    );
    const labels = (query = '') => org.test.get(`/api/v1/freight/${freight.id}/labels/pdf${query}`);
    const tooMany = await labels().expect(422);
    expect(tooMany.body.error).toMatchObject({ code: 'too_many_labels', param: 'last_label' });
    await org.test.get(`/api/v1/shipments/${freight.id}/labels/pdf`).expect(422);
    const batch = await print({ freight_ids: [ids[0], freight.id], documents: ['labels'] }).expect(422);
    expect(batch.body.error).toMatchObject({ code: 'too_many_labels', param: 'freight_ids[1]' });
    const part = await labels('?first_label=299&last_label=302').expect(200);
    const pages = await parsePdfPages(part.body as Buffer);
    expect(pages.map((page) => /\d+ of 520/.exec(joinTexts(page))?.[0])).toEqual(
      ['299', '300', '301', '302'].map((number) => `${number} of 520`),
    );
    for (const query of [
      '?first_label=521',
      '?first_label=3&last_label=2',
      '?last_label=521',
      '?first_label=0',
    ])
      await labels(query).expect(400);
  });

  it('have two labels on a US Letter page', async () => {
    const quote = await newQuote(org.test, { items: [{ ...ITEM, quantity: 3 }] });
    const { body: freight } = await org.test
      .post('/api/v1/freight')
      .send(freightRequest(quote.id))
      .expect(201);
    const { body } = await org.test
      .get(`/api/v1/freight/${freight.id}/labels/pdf?label_format=letter`)
      .expect(200);
    const pages = await parsePdfPages(body as Buffer);
    expect(pages.map(({ width, height }) => [width, height])).toEqual([
      [792, 612],
      [792, 612],
    ]);
    expect(pages.map((page) => joinTexts(page).match(/\d of 3/g))).toEqual([
      ['1 of 3', '2 of 3'],
      ['3 of 3'],
    ]);
    expect(pages.flatMap(findOverlaps)).toEqual([]);
  });

  it('require the scope of each document type', async () => {
    const { key } = await app.app.get(ApiKeysService).create(org.id, 'test', { scopes: ['freight.read'] });
    const reader = app.client(key);
    const body = { freight_ids: [ids[0]], documents: ['bol'] };
    await reader.post('/api/v1/documents').send(body).expect(200);
    const refused = await reader.post('/api/v1/documents').send({ ...body, documents: ['invoice'] });
    expect(refused.body.error.code).toBe('insufficient_scope');
  });

  it.each([
    ['the weight of the orders', [90, 120], 'GRAND TOTAL 11 210'],
    ['the weight of the shipment if an order has none', [90, undefined], 'GRAND TOTAL 11 500'],
  ])('total %s below the customer orders', async (_, weights, total) => {
    const orders = weights.map((weight, at) => ({ number: `PO-${at}`, packages: 5 + at, weight }));
    const { id } = await newFreight(org.test, { orders });
    const [page] = await pagesOf({ freight_ids: [id], documents: ['bol'] });
    expect(joinTexts(page!)).toContain(total);
  });

  it('show twenty identical pallets as one line with packages and hazmat', async () => {
    const hazmat = {
      un_number: 'UN1090',
      proper_shipping_name: 'Acetone',
      hazard_class: '3',
      packing_group: 'II',
    };
    const items = [
      {
        ...ITEM,
        height: 24,
        stackable: true,
        quantity: 20,
        weight: 9_000,
        pieces: 400,
        packaging_type: 'carton',
        description: 'Tiles',
      },
      { ...ITEM, pieces: 4, packaging_type: 'drum', description: 'Solvent', hazmat },
    ];
    const { body: quotes } = await org.test.post('/api/v1/quotes').send(rateRequest({ items })).expect(201);
    const emergency = { name: 'CHEMTREC', phone: '800-424-9300', contract_number: 'CCN 12345' };
    const draft = freightRequest(quotes.data[0].id, { emergency_contact: emergency });
    const { body: freight } = await org.test.post('/api/v1/freight').send(draft).expect(201);
    const { body: bol } = await org.test.get(`/api/v1/freight/${freight.id}/bol`).expect(200);
    expect(bol.totals).toEqual({ handling_units: 21, pieces: 404, weight: 9_500 });
    expect(bol.items).toMatchObject([
      { handling_units: 20, pieces: 400, packaging_type: 'carton', hazmat: false, hazmat_description: null },
      { hazmat: true, hazmat_description: 'UN1090, Acetone, 3, PG II · 4 Drum, 500 lb' },
    ]);
    const [page, ...further] = await pagesOf({ freight_ids: [freight.id], documents: ['bol'] });
    expect(further).toEqual([]);
    const words = joinTexts(page!);
    expect(words).toContain('20 Pallet 400 Carton 9,000 Tiles');
    expect(words).toContain('1 Pallet 4 Drum 500 X UN1090, Acetone, 3, PG II · 4 Drum, 500 lb Solvent');
    expect(words).toContain('21 404 9,500 GRAND TOTAL');
    expect(words).toContain('800-424-9300 · CHEMTREC · Contract no. CCN 12345');
    expect(findOverlaps(page!)).toEqual([]);
  });
});
