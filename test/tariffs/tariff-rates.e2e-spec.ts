import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import http from 'node:http';
import type { Test } from 'supertest';
import { Transactions } from '../../src/platform/database/transactions.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import {
  toCsv,
  buildRateRows,
  createTariff,
  SINGLE_LANE_RATES,
  RATES_HEADER,
  TARIFF,
} from '../support/factories.js';
import { buildWorkbook, buildZip } from '../support/workbook.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const ROW = ['900', '606', '70', '95.00', '200.00', '160.00', '130', '110.5', '90.00', '70.00', '60.00'];
/** `npm run bench tariffs` uses 100,000 rows, and so does this test with TARIFF_ROWS. */
const MANY = Number(process.env.TARIFF_ROWS ?? 15_000);

describe('tariff rates', () => {
  let app: TestApp;
  let org: TestOrganization;
  let id: number;

  beforeAll(async () => {
    // Runs no worker, whose jobs open transactions at any time.
    app = await startApp({ PROCESS_ROLE: 'api' });
    org = await app.organization();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    id = (await org.test.post('/api/v1/tariffs').send(TARIFF).expect(201)).body.id;
  });

  const put = (file: string | Buffer, type = 'text/csv'): Test =>
    org.test.put(`/api/v1/tariffs/${id}/rates`).set('Content-Type', type).send(file);
  const get = async (): Promise<string> =>
    (
      await org.test
        .get(`/api/v1/tariffs/${id}/rates`)
        .expect(200)
        .expect('Content-Type', /^text\/csv/)
    ).text;
  const faultsOf = async (file: string | Buffer, type?: string) => {
    const { body } = await put(file, type).expect(400);
    expect(body.error).toMatchObject({ type: 'invalid_request_error', code: 'invalid_file' });
    return body.error.errors.map(({ row, column }: { row: number; column: string }) => [row, column]);
  };

  it('are empty at first', async () => {
    expect(await get()).toBe(`${RATES_HEADER}\n`);
    const { body } = await org.test.get(`/api/v1/tariffs/${id}`).expect(200);
    expect(body).toMatchObject({ rate_count: 0, rates_updated_at: null });
  });

  it('are exported as imported and replaced as a whole', async () => {
    const file = toCsv([ROW, ['CA', 'US', '77.5', '0', '1', '2.5', '3.50', '4', '5', '6', '7']]);
    const { body } = await put(file).expect(200);
    expect(body).toMatchObject({ object: 'tariff', id, rate_count: 2, rates_updated_at: expect.any(String) });
    expect(await get()).toBe(file);
    await put(SINGLE_LANE_RATES).expect(200);
    expect(await get()).toBe(SINGLE_LANE_RATES);
  });

  it('accept any column order, line ending, quoting, case and empty rows', async () => {
    const file = `\uFEFFclass,Origin,destination,minimum,l5c,M5C,M1M,M2M,M5M,M10M,M20M\r\n\r\n"92.5",900,606,95.00,200.00,160.00,130.00,110.00,90.00,70.00,60.00\r\n70, ca ,us,1,2,3,4,5,6,7,8\r\n`;
    await put(file).expect(200);
    expect(await get()).toBe(`${SINGLE_LANE_RATES}CA,US,70,1,2,3,4,5,6,7,8\n`);
  });

  it('are rejected with row and column of every fault, and the previous rates remain', async () => {
    await put(SINGLE_LANE_RATES).expect(200);
    const without = (column: number, value: string) => ROW.map((cell, at) => (at === column ? value : cell));
    const file = toCsv([
      ROW,
      without(0, '9000'),
      without(1, 'XX'),
      without(2, '71'),
      without(3, '-1'),
      without(4, '0'),
      without(5, '1.234'),
      without(6, ''),
      without(7, '1,5').map((cell) => (cell.includes(',') ? `"${cell}"` : cell)),
      without(10, 'n/a'),
      ROW,
      ROW.slice(0, 10),
      [...ROW, '1'],
      without(0, '901').map((cell, at) => (at > 8 ? 'x' : cell)),
    ]);
    expect(await faultsOf(file)).toEqual([
      [3, 'origin'],
      [4, 'destination'],
      [5, 'class'],
      [6, 'minimum'],
      [7, 'L5C'],
      [8, 'M5C'],
      [9, 'M1M'],
      [10, 'M2M'],
      [11, 'M20M'],
      [12, 'origin'],
      [13, 'M20M'],
      [14, 'M20M'],
      [15, 'M10M'],
      [15, 'M20M'],
    ]);
    expect(await get()).toBe(SINGLE_LANE_RATES);
    expect((await org.test.get(`/api/v1/tariffs/${id}`)).body.rate_count).toBe(1);
  });

  it.each([
    ['nothing', '', [[1, undefined]]],
    ['a missing column', SINGLE_LANE_RATES.replace(',M20M', ''), [[1, 'M20M']]],
    [
      'an unknown column',
      SINGLE_LANE_RATES.replace('M20M', 'M30M'),
      [
        [1, 'M30M'],
        [1, 'M20M'],
      ],
    ],
    [
      'a duplicate column',
      SINGLE_LANE_RATES.replace('M20M', 'M10M'),
      [
        [1, 'M10M'],
        [1, 'M20M'],
      ],
    ],
    ['an unclosed quote', `${SINGLE_LANE_RATES}"900,606\n`, [[3, undefined]]],
    ['a million commas', `${SINGLE_LANE_RATES}${','.repeat(1_000_000)}`, [[3, undefined]]],
    ['invalid UTF-8', Buffer.from(`${SINGLE_LANE_RATES}\xff`, 'latin1'), [[3, undefined]]],
  ])('are rejected from a file with %s', async (_name, file, places) => {
    expect(await faultsOf(file)).toEqual(places);
  });

  it(
    `accept ${MANY} rows, export them unchanged and report ten faults among them`,
    async () => {
      const rows = buildRateRows(MANY);
      const file = toCsv(rows);
      expect((await put(file).expect(200)).body.rate_count).toBe(MANY);
      const exported = await get();
      expect(exported === file).toBe(true);
      await put(exported).expect(200);
      expect((await get()) === file).toBe(true);

      const planted = [
        [0, 0, '9'],
        [1_111, 1, 'ZZ'],
        [2_222, 2, '99'],
        [3_333, 3, 'free'],
        [4_444, 4, '-5.00'],
        [5_555, 5, '12.345'],
        [6_666, 6, ''],
        [7_777, 7, '$7.00'],
        [8_888, 10, '1e3'],
      ] as const;
      const wrong = rows.map((row) => [...row]);
      for (const [row, column, value] of planted) wrong[row]![column] = value;
      wrong[MANY - 1] = [...wrong[MANY - 2]!];
      const columns = RATES_HEADER.split(',');
      expect(await faultsOf(toCsv(wrong))).toEqual([
        ...planted.map(([row, column]) => [row + 2, columns[column]]),
        [MANY + 1, 'origin'],
      ]);
      expect((await get()) === file).toBe(true);
    },
    MANY * 3 + 60_000,
  );

  it('are rejected with the row of an encoding fault deep in the file', async () => {
    const file = toCsv(buildRateRows(3_000));
    expect(await faultsOf(Buffer.from(`${file}\xff`, 'latin1'))).toEqual([[3_002, undefined]]);
  });

  it('accept one row among hundreds of thousands of empty rows', async () => {
    const { body } = await put(`${SINGLE_LANE_RATES}${'\n'.repeat(900_000)}`).expect(200);
    expect(body.rate_count).toBe(1);
    const many = await put(`${SINGLE_LANE_RATES}${'\n'.repeat(1_000_000)}`).expect(413);
    expect(many.body.error).toMatchObject({ code: 'payload_too_large' });
    expect(await get()).toBe(SINGLE_LANE_RATES);
  });

  it('are parsed before a transaction begins', async () => {
    const faulty = toCsv(buildRateRows(5_000)).replace(/[^,]*$/, 'x\n');
    const began = jest.spyOn(app.app.get(Transactions), 'run');
    expect(await faultsOf(faulty)).toHaveLength(1);
    expect(began).not.toHaveBeenCalled();
    await put(SINGLE_LANE_RATES).expect(200);
    expect(began).toHaveBeenCalled();
    began.mockRestore();
  });

  it('are rejected with at most a thousand faults', async () => {
    const rows = buildRateRows(2_000).map((row) => ['', ...row.slice(1)]);
    expect(await faultsOf(toCsv(rows))).toHaveLength(1_000);
  });

  describe('from a workbook', () => {
    const header = RATES_HEADER.split(',');
    const numbers = [10, 606, 92.5, 95, 200.1, 160, 130, 110, 90, 70, 60];

    const sheetOf = (rows: string): Buffer =>
      buildWorkbook([], {
        'xl/worksheets/sheet1.xml': {
          name: 'xl/worksheets/sheet1.xml',
          text: `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
        },
      });

    it('use the first sheet and the exact numbers', async () => {
      await put(buildWorkbook([header, numbers, ['CA', 'US', '70', '1', 2, 3, 4, 5, 6, 7, 8]]), XLSX).expect(
        200,
      );
      expect(await get()).toBe(
        `${RATES_HEADER}\n010,606,92.5,95,200.1,160,130,110,90,70,60\nCA,US,70,1,2,3,4,5,6,7,8\n`,
      );
    });

    it('are rejected with row and column of every fault', async () => {
      const file = buildWorkbook([
        header,
        numbers,
        numbers.map((cell, at) => (at === 2 ? 71 : cell)),
        numbers.map((cell, at) => (at === 10 ? '' : at === 0 ? 'Utah' : cell)),
        numbers,
      ]);
      expect(await faultsOf(file, XLSX)).toEqual([
        [3, 'class'],
        [4, 'origin'],
        [4, 'M20M'],
        [5, 'origin'],
      ]);
    });

    it.each([
      ['that is invalid', Buffer.from('PK\u0003\u0004 and no more')],
      ['that is another ZIP file', buildZip([{ name: 'a.txt', text: 'a' }])],
      [
        'with a truncated sheet',
        buildWorkbook([header], {
          'xl/worksheets/sheet1.xml': {
            name: 'xl/worksheets/sheet1.xml',
            text: '<worksheet><sheetData><row',
          },
        }),
      ],
      [
        'with a deeply nested sheet',
        buildWorkbook([header], {
          'xl/worksheets/sheet1.xml': {
            name: 'xl/worksheets/sheet1.xml',
            text: `<worksheet><sheetData>${'<x>'.repeat(1_000)}${'</x>'.repeat(1_000)}</sheetData></worksheet>`,
          },
        }),
      ],
      [
        'that decompresses to too much',
        buildWorkbook([header], {
          'xl/worksheets/sheet1.xml': {
            name: 'xl/worksheets/sheet1.xml',
            text: `<worksheet><sheetData>${'<x/>'.repeat(1_000_000)}</sheetData></worksheet>`,
          },
        }),
      ],
      [
        'with a thousand attributes on one tag',
        sheetOf(`<row${Array.from({ length: 1_000 }, (_, at) => ` a${at}=""`).join('')}/>`),
      ],
      ['with a custom entity', sheetOf('<row><c t="inlineStr"><is><t>&a;</t></is></c></row>')],
      [
        'with a text too long for a cell',
        sheetOf(`<row><c t="inlineStr"><is><t>${'x'.repeat(32_768)}</t></is></c></row>`),
      ],
      [
        'with a shared text too long for a cell',
        buildWorkbook([header], {
          'xl/sharedStrings.xml': {
            name: 'xl/sharedStrings.xml',
            text: `<sst><si><t>${'x'.repeat(500_000)}</t></si></sst>`,
          },
        }),
      ],
      [
        'with a wrong size in its header',
        buildWorkbook([header], {
          'xl/worksheets/sheet1.xml': {
            name: 'xl/worksheets/sheet1.xml',
            text: ' '.repeat(5_000_000),
            claimedSize: 1_000,
          },
        }),
      ],
    ])('are rejected for one %s', async (_name, file) => {
      const { body } = await put(file, XLSX).expect(400);
      expect(body.error).toMatchObject({ code: 'invalid_file', errors: [{ row: 1 }] });
    });

    it('skip empty rows and cells', async () => {
      const empty = Array.from({ length: 2_000 }, () => ['', '']);
      await put(buildWorkbook([...empty, header, ...empty, numbers, ...empty]), XLSX).expect(400);
      await put(buildWorkbook([header, ...empty, numbers, ...empty]), XLSX).expect(200);
      expect(await get()).toBe(`${RATES_HEADER}\n010,606,92.5,95,200.1,160,130,110,90,70,60\n`);
    });

    it('are rejected by their declared uncompressed size', async () => {
      const texts = { name: 'xl/sharedStrings.xml', text: '<sst/>', claimedSize: 65 * 1024 * 1024 };
      const { body } = await put(buildWorkbook([header], { 'xl/sharedStrings.xml': texts }), XLSX).expect(
        413,
      );
      expect(body.error.code).toBe('payload_too_large');
    });
  });

  it('return 404 to other tenants', async () => {
    const other = await app.organization();
    await put(SINGLE_LANE_RATES).expect(200);
    for (const client of [other.test, other.live, org.live]) {
      await client.get(`/api/v1/tariffs/${id}/rates`).expect(404);
      await client.put(`/api/v1/tariffs/${id}/rates`).set('Content-Type', 'text/csv').send('').expect(404);
    }
    expect(await get()).toBe(SINGLE_LANE_RATES);
  });

  it('are deleted with their tariff and by a sandbox reset', async () => {
    const kept = await createTariff(org.live);
    const count = async (): Promise<number> =>
      (await app.sql.query<{ count: number }[]>('SELECT count(*) FROM tariff_rates'))[0]!.count;
    const before = await count();
    await put(SINGLE_LANE_RATES).expect(200);
    await org.test.delete(`/api/v1/tariffs/${id}`).expect(200, { object: 'tariff', id, deleted: true });
    expect(await count()).toBe(before);
    await createTariff(org.test);
    await org.test.post('/api/v1/sandbox/reset').expect(200);
    expect((await org.test.get('/api/v1/tariffs').expect(200)).body.data).toEqual([]);
    await org.live.get(`/api/v1/tariffs/${kept}/rates`).expect(200);
  });

  it('wait while too many uploads are in progress, and are then accepted', async () => {
    const slow = () => {
      const upload = http.request(`${app.url}/api/v1/tariffs/${id}/rates`, {
        method: 'PUT',
        headers: {
          Authorization: `Bearer ${org.testKey}`,
          'Content-Type': 'text/csv',
          'Content-Length': Buffer.byteLength(SINGLE_LANE_RATES),
        },
      });
      upload.write(SINGLE_LANE_RATES.slice(0, 10));
      return upload;
    };
    const other = await app.organization();
    const theirs = await createTariff(other.test);
    const uploads = [slow()];
    let refused = await put(SINGLE_LANE_RATES);
    for (let tries = 0; refused.status === 200 && tries < 100; tries++)
      refused = await put(SINGLE_LANE_RATES);
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBe('5');
    expect(refused.body.error).toMatchObject({ type: 'api_error', code: 'upload_busy' });
    const served = other.test.put(`/api/v1/tariffs/${theirs}/rates`).set('Content-Type', 'text/csv');
    await served.send(SINGLE_LANE_RATES).expect(200);
    await Promise.all(
      uploads.map(
        (upload) =>
          new Promise((resolve) => {
            upload.on('response', (answer) => resolve(answer.resume()));
            upload.end(SINGLE_LANE_RATES.slice(10));
          }),
      ),
    );
    let status = 503;
    for (let tries = 0; status !== 200 && tries < 100; tries++) ({ status } = await put(SINGLE_LANE_RATES));
    expect(status).toBe(200);
  });
});
