import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newFreight } from '../support/factories.js';
import { Fixture } from '../support/fixture.js';

const HOUR_MS = 60 * 60_000;
/** Not before the day on which the shipment was created, and within the tolerance for a client's clock. */
const secondsAhead = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
const inOneHour = () => new Date(Date.now() + HOUR_MS).toISOString();
const HEADER = 'freight_id,pro_number,bol_number,status,occurred_at,city,state,description,signed_by,pieces';

describe('the scan import', () => {
  let bench: Fixture;

  beforeAll(async () => {
    bench = await Fixture.startWithFakeCarrier();
  });
  beforeEach(() => bench.reset());
  afterAll(() => bench.close());

  const send = (lines: string[], client = bench.org.live) =>
    client.post('/api/v1/scans/import').set('Content-Type', 'text/csv').send(lines.join('\n'));
  const importFile = async (lines: string[]) => (await send(lines).expect(200)).body;
  const countScans = async () =>
    (
      await bench.app.sql.query(
        'SELECT count(*)::int AS count FROM tracking_scans WHERE organization_id = $1',
        [bench.org.id],
      )
    )[0].count as number;
  const getBolNumber = async (id: number) => (await bench.getFreight(id)).bol_number as string;

  it('finds shipments by each number and records scans with their effects', async () => {
    const [byId, byPro, byBol] = [
      await bench.bookFreight(),
      await bench.bookFreight(),
      await bench.bookFreight(),
    ];
    const bolNumber = await getBolNumber(byBol.id);
    const spelled = byPro.pro.replace(/^(..)/, '$1-').toLowerCase();
    const at = secondsAhead(2);
    const body = await importFile([
      HEADER,
      `${byId.id},,,delivered,${at},Chicago,il,"Dock 4, rear",Bob Ray,2`,
      `,${spelled},,picked_up,${at},,,,,`,
      `,,${bolNumber},out_for_delivery,${at},,,,,`,
    ]);
    expect(body).toEqual({
      object: 'import',
      rows: 3,
      created: 3,
      updated: 0,
      unchanged: 0,
      failed: 0,
      errors: [],
    });
    expect(await bench.getFreightTracking(byId.id)).toMatchObject({
      status: 'delivered',
      signed_by: 'Bob Ray',
      location: 'Chicago, IL',
      events: [{ description: 'Dock 4, rear', pieces: 2, source: 'manual', occurred_at: at }],
    });
    expect((await bench.getFreight(byId.id)).status).toBe('delivered');
    expect(await bench.listInvoices(bench.org.live, byId.id)).toHaveLength(1);
    expect(await bench.getFreight(byPro.id)).toMatchObject({ tracking_status: 'picked_up' });
    expect(await bench.getFreight(byBol.id)).toMatchObject({ tracking_status: 'out_for_delivery' });
  });

  it('records the scans of a shipment in the order of their times', async () => {
    const { id } = await bench.bookFreight();
    const [first, last] = [secondsAhead(1), secondsAhead(2)];
    const lines = [
      'freight_id,status,occurred_at',
      `${id},exception,${last}`,
      `${id},out_for_delivery,${first}`,
    ];
    expect(await importFile(lines)).toMatchObject({ created: 2 });
    expect(await bench.getFreightTracking(id)).toMatchObject({
      status: 'exception',
      events: [{ status: 'out_for_delivery' }, { status: 'exception' }],
    });
  });

  it('stores nothing for a repeated file or a repeated row', async () => {
    const { id } = await bench.bookFreight();
    const row = `${id},delivered,${secondsAhead(2)}`;
    const file = ['freight_id,status,occurred_at', `${id},picked_up,${secondsAhead(1)}`, row, row];
    expect(await importFile(file)).toMatchObject({ rows: 3, created: 2, unchanged: 1, failed: 0 });
    expect(await importFile(file)).toMatchObject({ rows: 3, created: 0, unchanged: 3, failed: 0 });
    expect(await countScans()).toBe(2);
    expect(await bench.listInvoices(bench.org.live, id)).toHaveLength(1);
  });

  it('stores the valid rows and reports every fault of the others by row and column', async () => {
    const good = await bench.bookFreight();
    const other = await bench.bookFreight();
    const { id: draft } = await newFreight(bench.org.live);
    const at = secondsAhead(2);
    const body = await importFile([
      HEADER,
      `${good.id},,,lost,soon,,,,,`,
      `${good.id},,,delivered,${at},,,,,`,
      `${draft},,,picked_up,${at},,,,,`,
      `,,,picked_up,${at},,,,,`,
      `,999,,picked_up,${at},,,,,`,
      `,,999,picked_up,${at},,,,,`,
      `999999999,,,picked_up,${at},,,,,`,
      '',
      `${good.id},${other.pro},,picked_up,${at},,,,,`,
      `${good.id},,,delivered,${inOneHour()},,,,,`,
      `${other.id},,,picked_up,${at},,,,Bob Ray,`,
      `${other.id},,,picked_up,${at},,,,,many`,
      `twelve,,,picked_up,${at},,,,,`,
      `${good.id},,,cancelled,${at},,,,,`,
    ]);
    expect(body).toMatchObject({ rows: 13, created: 1, updated: 0, unchanged: 0, failed: 12 });
    expect(body.errors.map(({ row, column, code }: Record<string, unknown>) => [row, column, code])).toEqual([
      [2, 'status', 'invalid_value'],
      [2, 'occurred_at', 'invalid_value'],
      [4, null, 'freight_not_scannable'],
      [5, 'freight_id', 'missing_parameter'],
      [6, 'pro_number', 'unknown_reference'],
      [7, 'bol_number', 'unknown_reference'],
      [8, 'freight_id', 'unknown_reference'],
      [10, 'pro_number', 'conflicting_values'],
      [11, 'occurred_at', 'date_out_of_range'],
      [12, 'signed_by', 'conflicting_values'],
      [13, 'pieces', 'invalid_value'],
      [14, 'freight_id', 'invalid_value'],
      [15, null, 'freight_not_cancellable'],
    ]);
    expect(body.errors[4].message).toBe('No shipment has the pro_number 999.');
    expect(await countScans()).toBe(1);
    expect((await bench.getFreight(good.id)).status).toBe('delivered');
    expect((await bench.getFreight(other.id)).status).not.toBe('in_transit');
  });

  it('prefers the shipment that is not canceled, and asks for freight_id if two carriers use a PRO number', async () => {
    const [older, newer] = [await bench.bookFreight(), await bench.bookFreight()];
    for (const { id } of [older, newer]) {
      await bench.app.sql.query(`UPDATE freight SET pro_number = 'SHARED1' WHERE id = $1`, [id]);
      await bench.app.sql.query(
        `UPDATE tracked_shipments SET tracking_number = 'SHARED1', normalized_number = 'SHARED1', listed = false
         WHERE freight_id = $1`,
        [id],
      );
    }
    const file = () => ['pro_number,status,occurred_at', `SHARED-1,in_transit,${secondsAhead(2)}`];
    await bench.app.sql.query(`UPDATE freight SET scac = 'ACME' WHERE id = $1`, [older.id]);
    expect(await importFile(file())).toMatchObject({
      created: 0,
      errors: [
        {
          row: 2,
          column: 'pro_number',
          code: 'conflicting_values',
          message: `Shipments ${newer.id} and ${older.id} of different carriers have this PRO number. Use freight_id.`,
        },
      ],
    });
    await bench.setFreightStatus(newer.id, 'voided', 'SHARED1');
    expect(await importFile(file())).toMatchObject({ created: 1 });
    expect((await bench.getFreight(older.id)).tracking_status).toBe('in_transit');
  });

  it('reports the shipments of another organization and of the other mode as unknown', async () => {
    const { id, pro } = await bench.bookFreight();
    const bolNumber = await getBolNumber(id);
    const at = secondsAhead(2);
    const file = [
      HEADER,
      `${id},,,delivered,${at},,,,,`,
      `,${pro},,delivered,${at},,,,,`,
      `,,${bolNumber},delivered,${at},,,,,`,
    ];
    const stranger = await bench.app.organization();
    for (const client of [stranger.live, bench.org.test])
      expect((await send(file, client).expect(200)).body).toMatchObject({ created: 0, failed: 3 });
    expect(await countScans()).toBe(0);
  });

  it.each([
    ['a file without a column for the shipment', `status,occurred_at\ndelivered,2026-11-24T10:00:00Z`],
    ['a file without times', 'freight_id,status\n1,delivered'],
    ['an unknown column', 'freight_id,status,occurred_at,dock\n1,delivered,2026-11-24T10:00:00Z,4'],
    ['a row with a missing cell', 'freight_id,status,occurred_at\n1,delivered'],
    ['an empty file', '\n'],
  ])('returns 400 invalid_file for %s', async (_name, file) => {
    const { body } = await send([file]).expect(400);
    expect(body.error).toMatchObject({ code: 'invalid_file', errors: [{ row: expect.any(Number) }] });
  });

  it('accepts only CSV and requires the scope freight.write', async () => {
    await bench.org.live.post('/api/v1/scans/import').send({ rows: [] }).expect(415);
    const created = await bench.org.live
      .post('/api/v1/keys')
      .send({ name: 'Reader', mode: 'live', scopes: ['freight.read', 'tracking.write'] })
      .expect(201);
    const { body } = await send(['x'], bench.app.client(created.body.key)).expect(403);
    expect(body.error).toMatchObject({ code: 'insufficient_scope' });
  });

  it('replays the response of a repeated Idempotency-Key', async () => {
    const { id } = await bench.bookFreight();
    const file = ['freight_id,status,occurred_at', `${id},in_transit,${secondsAhead(2)}`];
    const first = await send(file).set('Idempotency-Key', 'scans-1').expect(200);
    const second = await send(file).set('Idempotency-Key', 'scans-1').expect(200);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.body).toEqual(first.body);
    expect(first.body).toMatchObject({ created: 1 });
  });
});
