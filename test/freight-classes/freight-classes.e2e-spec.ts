import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';

describe('freight class suggestions', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp();
    org = await app.organization();
  });
  afterAll(() => app.close());

  // 48 × 36 × 20 inches are 20 cubic feet.
  const pallet = (weight: number) => ({ weight, length: 48, width: 36, height: 20 });
  const suggest = async (body: Record<string, unknown>) =>
    (await org.test.post('/api/v1/freight-classes/suggest').send(body).expect(200)).body;

  it('use density for each item and for the total', async () => {
    expect(await suggest({ items: [pallet(200), pallet(600)] })).toEqual({
      object: 'freight_class_suggestion',
      freight_class: '70',
      density: 20,
      items: [
        { freight_class: '92.5', density: 10 },
        { freight_class: '60', density: 30 },
      ],
    });
  });

  it('accept quote items: the weight of the line and the dimensions of one unit', async () => {
    const line = { ...pallet(600), quantity: 3 };
    expect(await suggest({ items: [line] })).toMatchObject({ freight_class: '92.5', density: 10 });
    expect(await suggest({ items: [line, pallet(600)] })).toMatchObject({
      density: 15,
      items: [{ density: 10 }, { density: 30 }],
    });
    const { body } = await org.test
      .post('/api/v1/freight-classes/suggest')
      .send({ items: [{ ...line, quantity: 0 }] })
      .expect(400);
    expect(body.error.param).toBe('items[0].quantity');
  });

  it('use the density scale of the ship date', async () => {
    const dense = { items: [pallet(1_000)] };
    expect((await suggest({ ...dense, ship_date: '2025-07-18' })).freight_class).toBe('60');
    expect((await suggest({ ...dense, ship_date: '2025-07-19' })).freight_class).toBe('50');
    expect((await suggest(dense)).freight_class).toBe('50');
  });

  it('accept a tenth of a pound and of an inch, and name these minimums in errors', async () => {
    const least = { weight: 0.1, length: 0.1, width: 0.1, height: 0.1 };
    expect(await suggest({ items: [least] })).toMatchObject({ freight_class: '50' });
    const messageFor = async (item: object): Promise<string> => {
      const { body } = await org.test
        .post('/api/v1/freight-classes/suggest')
        .send({ items: [item] })
        .expect(400);
      return body.error.message;
    };
    expect(await messageFor({ ...least, weight: 0 })).toBe('items[0].weight must be at least 0.1 pounds.');
    expect(await messageFor({ ...least, width: 0.01 })).toBe('items[0].width must be at least 0.1 inches.');
  });

  it.each([
    ['no items', { items: [] }, 'items'],
    ['nothing', { items: undefined }, 'items'],
    ['zero weight', { items: [{ ...pallet(1), weight: 0 }] }, 'items[0].weight'],
    ['a weight near zero', { items: [{ ...pallet(1), weight: 1e-322 }] }, 'items[0].weight'],
    ['less than a tenth of a pound', { items: [{ ...pallet(1), weight: 0.09 }] }, 'items[0].weight'],
    ['less than a tenth of an inch', { items: [{ ...pallet(1), height: 0.09 }] }, 'items[0].height'],
    ['no height', { items: [{ ...pallet(1), height: undefined }] }, 'items[0].height'],
    ['a giant', { items: [{ ...pallet(1), length: 1_201 }] }, 'items[0].length'],
    ['an impossible date', { ship_date: '2026-13-01' }, 'ship_date'],
  ])('reject %s', async (_name, changes, param) => {
    const { body } = await org.test
      .post('/api/v1/freight-classes/suggest')
      .send({ items: [pallet(1)], ...changes })
      .expect(400);
    expect(body.error).toMatchObject({ type: 'invalid_request_error', param });
  });
});
