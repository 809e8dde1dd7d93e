import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { newFreight } from '../support/factories.js';
import { parsePdfPages, joinTexts } from '../support/printed-pdf.js';

describe('a PDF that is opened again', () => {
  let app: TestApp;
  let org: TestOrganization;
  let path: string;

  beforeAll(async () => {
    app = await startApp({ PROCESS_ROLE: 'api' });
    org = await app.organization();
    path = `/api/v1/freight/${(await newFreight(org.test)).id}`;
  });
  afterAll(() => app.close());

  const open = async (paper = 'bol'): Promise<Buffer> =>
    (await org.test.get(`${path}/${paper}/pdf`).expect(200)).body as Buffer;
  const wordsOn = async (pdf: Buffer) => (await parsePdfPages(pdf)).map(joinTexts).join(' ');
  const countOf = async (result: string): Promise<number> => {
    const { text } = await app.client().get('/metrics').expect(200);
    return Number(
      new RegExp(`lading_pdf_cache_requests_total\\{result="${result}"\\} (\\d+)`).exec(text)?.[1] ?? 0,
    );
  };

  it('is byte-identical to the first, including its print time', async () => {
    const hits = await countOf('hit');
    const first = await open();
    expect(await open()).toEqual(first);
    expect(await countOf('hit')).toBe(hits + 1);
    expect(await open('labels')).not.toEqual(first);
  });

  it('is printed once for concurrent requests', async () => {
    await org.test.patch(path).send({ special_instructions: 'All at once' }).expect(200);
    const [misses, joined] = [await countOf('miss'), await countOf('joined')];
    const [one, ...others] = await Promise.all([open(), open(), open()]);
    for (const other of others) expect(other).toEqual(one);
    expect(await countOf('miss')).toBe(misses + 1);
    expect(await countOf('joined')).toBeGreaterThan(joined);
  });

  it('is printed again after a change to the shipment, its state or the letterhead', async () => {
    await org.test.patch(path).send({ special_instructions: 'Ring twice' }).expect(200);
    expect(await wordsOn(await open())).toContain('Ring twice');
    await org.test.patch('/api/v1/organization').send({ legal_name: 'Renamed Freight LLC' }).expect(200);
    const draft = await wordsOn(await open());
    expect(draft).toContain('Renamed Freight LLC');
    expect(draft).toContain('DRAFT');
    await org.test.post(`${path}/book`).expect(200);
    const booked = await wordsOn(await open());
    expect(booked).not.toContain('DRAFT');
    await org.test.post(`${path}/cancel`).expect(200);
    expect(await wordsOn(await open())).toContain('VOID');
  });

  it('is printed each time with PDF_CACHE_BYTES=0', async () => {
    const other = await startApp({ PROCESS_ROLE: 'api', PDF_CACHE_BYTES: '0' });
    try {
      const { test } = await other.organization();
      const { id } = await newFreight(test);
      const counts = () => Promise.all(['hit', 'joined', 'miss'].map(countOf));
      const before = await counts();
      for (let time = 0; time < 2; time++) await test.get(`/api/v1/freight/${id}/bol/pdf`).expect(200);
      expect(await counts()).toEqual(before);
    } finally {
      await other.close();
    }
  });
});
