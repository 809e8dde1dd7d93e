import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Test } from 'supertest';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';

const FILE = [
  'sku,name,freight_class,weight,length,width,height,stackable,hazmat.un_number,hazmat.proper_shipping_name,hazmat.hazard_class',
  'A-1,"Parts, small ""new""",92.5,500,48,40,48,TRUE,,,',
  'A-2,Solvent,60,450.5,48,40,36,,UN1090,Acetone,3',
].join('\n');

describe('the product import', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp({ RATE_LIMIT_ENABLED: 'false' });
  });
  afterAll(() => app.close());

  const send = (file: string | Buffer, client = org.test): Test =>
    client.post('/api/v1/products/import').set('Content-Type', 'text/csv').send(file);
  const skus = async (client = org.test) =>
    (await client.get('/api/v1/products?limit=100').expect(200)).body.data.map(
      ({ sku }: { sku: string }) => sku,
    );
  const refused = async (file: string | Buffer) => {
    const { body } = await send(file).expect(400);
    expect(body.error).toMatchObject({ type: 'invalid_request_error', code: 'invalid_file' });
    expect(await skus()).toEqual([]);
    return body.error;
  };

  describe('of a file with new products', () => {
    beforeAll(async () => {
      org = await app.organization();
    });

    it('creates all rows in the order of the file', async () => {
      const { body } = await send(FILE).expect(200);
      expect(body).toEqual({ object: 'import', rows: 2, created: 2, updated: 0, unchanged: 0 });
      const { body: list } = await org.test.get('/api/v1/products').expect(200);
      expect(list.data).toMatchObject([
        { sku: 'A-1', name: 'Parts, small "new"', freight_class: '92.5', stackable: true, hazmat: null },
        { sku: 'A-2', weight: 450.5, stackable: null, hazmat: { un_number: 'UN1090', hazard_class: '3' } },
      ]);
    });

    it('updates products by SKU and counts unchanged ones', async () => {
      const before = (await org.test.get('/api/v1/products').expect(200)).body.data;
      expect((await send(FILE).expect(200)).body).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
      expect((await org.test.get('/api/v1/products').expect(200)).body.data).toEqual(before);
      const { body } = await send('sku,weight\nA-3,20\nA-1,501\n').expect(200);
      expect(body).toMatchObject({ rows: 2, created: 1, updated: 1, unchanged: 0 });
      const { data } = (await org.test.get('/api/v1/products').expect(200)).body;
      expect(data[1]).toEqual({ ...before[0], weight: 501, updated_at: expect.any(String) });
      expect(data.map(({ sku }: { sku: string }) => sku)).toEqual(['A-3', 'A-1', 'A-2']);
    });

    it('clears fields with an empty cell, and the class of a product with density_rule', async () => {
      await send('sku,name,density_rule\nA-1,,true\n').expect(200);
      const { body } = await org.test.get('/api/v1/products?sku=A-1').expect(200);
      expect(body.data[0]).toMatchObject({
        name: null,
        density_rule: true,
        freight_class: null,
        weight: 501,
      });
    });

    it('affects only the tenant of the key', async () => {
      const other = await app.organization();
      await send('sku,name\nA-1,Theirs\n', other.test).expect(200);
      await send('sku,name\nA-1,Live\n', org.live).expect(200);
      const { body } = await org.test.get('/api/v1/products?sku=A-1').expect(200);
      expect(body.data[0].name).toBeNull();
    });
  });

  describe('of any file', () => {
    beforeEach(async () => {
      org = await app.organization();
    });

    it.each([
      ['CRLF', FILE.replaceAll('\n', '\r\n')],
      ['CR', FILE.replaceAll('\n', '\r')],
      ['a byte order mark', `\uFEFF${FILE}`],
      ['a byte order mark before a quoted header', `\uFEFF${FILE.replace('sku', '"sku"')}`],
      ['a line break at the end, and empty rows', `${FILE}\n\n,,,,,,,,,,\n`],
      ['spaces around the header and numbers', FILE.replace('weight,', ' weight ,').replace('500', ' 500 ')],
    ])('reads %s', async (_name, file) => {
      expect((await send(file).expect(200)).body).toMatchObject({ created: 2 });
    });

    it('keeps text exactly as written', async () => {
      const name = ' =1+1, "Ünïcode" 漢字 ';
      await send(`sku,name\n007,"${name.replaceAll('"', '""')}"\n`).expect(200);
      const { data } = (await org.test.get('/api/v1/products').expect(200)).body;
      expect(data[0]).toMatchObject({ sku: '007', name });
    });

    it('rejects a file with faults as a whole and names every fault', async () => {
      const error = await refused(
        'sku,freight_class,weight,hazmat.un_number\nB-1,91,heavy,\n,60,1,\n\nB-1,70,0,\nB-1,70,5,UN1\n',
      );
      expect(error.message).toMatch(/^Row 2: freight_class must be an NMFC class/);
      const places = error.errors.map(({ row, column }: { row: number; column: string }) => [row, column]);
      expect(places).toEqual([
        [2, 'freight_class'],
        [2, 'weight'],
        [3, 'sku'],
        [5, 'weight'],
        [6, 'hazmat.un_number'],
        [6, 'hazmat.proper_shipping_name'],
        [6, 'hazmat.hazard_class'],
      ]);
      for (const { message, code } of error.errors) {
        expect(code).toBe('invalid_file');
        expect(message).toMatch(/\w/);
      }
    });

    it('rejects a duplicate SKU and a class with density_rule', async () => {
      const { errors } = await refused('sku,freight_class,density_rule\nB-1,,\nB-2,70,true\nB-1,,\n');
      expect(errors).toMatchObject([
        { row: 3, column: 'freight_class' },
        { row: 4, column: 'sku', message: 'sku repeats the value of row 2.' },
      ]);
    });

    it('rejects unknown, duplicate and missing columns', async () => {
      const { errors } = await refused('name,colour,name,\nx,y,z,\n');
      expect(errors).toMatchObject([
        { row: 1, column: 'colour' },
        { row: 1, column: 'name' },
        { row: 1, column: '' },
        { row: 1, column: 'sku' },
      ]);
    });

    it.each([
      ['nothing', ''],
      ['a header of spaces', ' \n'],
      ['too few cells', 'sku,name\nB-1\n'],
      ['too many cells', 'sku\nB-1,B-2\n'],
      ['an unclosed quote', 'sku,name\nB-1,"x\n'],
      ['a quote within a cell', 'sku,name\nB-1,5" pipe\n'],
      ['Latin-1', Buffer.from('sku,name\nB-1,\xfcber\n', 'latin1')],
      ['UTF-16', Buffer.from('\uFEFFsku,name\nB-1,x\n', 'utf16le')],
      ['NUL', 'sku,name\nB-1,a\0b\n'],
      ['a thousand columns', `${Array.from({ length: 1_000 }, (_, n) => `c${n}`).join(',')}\n`],
      ['a hundred thousand commas', `sku${','.repeat(100_000)}\n`],
      ['a prototype', 'sku,__proto__\nB-1,x\n'],
      ['a constructor', 'sku,constructor\nB-1,x\n'],
      ['something within a text', 'sku,name.x\nB-1,x\n'],
    ])('rejects %s', async (_name, file) => {
      const { errors } = await refused(file);
      expect(errors.length).toBeGreaterThan(0);
      for (const { row } of errors) expect(row).toBeGreaterThanOrEqual(1);
    });

    it('names the row with malformed quotes or encoding', async () => {
      expect((await refused('sku,name\nB-1,x\nB-2,a"b\n')).errors[0].row).toBe(3);
      expect((await refused(Buffer.from('sku,name\nB-1,x\nB-2,\xfc\n', 'latin1'))).errors[0].row).toBe(3);
    });

    it('rejects too many rows, too many bytes and other content types', async () => {
      const rows = (count: number) =>
        `sku\n${Array.from({ length: count }, (_, n) => `S-${n}`).join('\n')}\n`;
      expect((await send(rows(10_000)).expect(200)).body).toMatchObject({ created: 10_000 });
      const fresh = (await app.organization()).test;
      await send(rows(10_001), fresh).expect(413);
      await send(Buffer.alloc(8 * 1024 * 1024 + 1, 'x'), fresh).expect(413);
      expect(await skus(fresh)).toEqual([]);
      await org.test.post('/api/v1/products/import').set('Content-Type', 'text/plain').send(FILE).expect(415);
      await org.test.post('/api/v1/products/import').send({ sku: 'x' }).expect(415);
    }, 30_000);

    it('runs once per Idempotency-Key and compares the bytes of repeats', async () => {
      const keyed = (file: string) => send(file).set('Idempotency-Key', 'import');
      const { body } = await keyed(FILE).expect(200);
      const replay = await keyed(FILE).expect(200);
      expect(replay.body).toEqual(body);
      expect(replay.headers['idempotent-replayed']).toBe('true');
      await keyed(`${FILE}\n`).expect(409);
    });

    it('completes for concurrent files with the same rows in another order', async () => {
      const lines = Array.from({ length: 600 }, (_, n) => `S-${n},${n + 1}`);
      const answers = await Promise.all([
        send(`sku,weight\n${lines.join('\n')}`).expect(200),
        send(`sku,weight\n${lines.toReversed().join('\n')}`).expect(200),
      ]);
      expect(answers.map(({ body }) => body.created).sort((a, b) => a - b)).toEqual([0, 600]);
    });
  });
});
