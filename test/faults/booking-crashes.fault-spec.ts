import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CarrierConnectionsService } from '../../src/features/carriers/carrier-connections.service.js';
import { startFakeCarriers, type FakeCarrierConnection } from '../fakes/fake-carriers.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { freightRequest, rateRequest } from '../support/factories.js';
import { startService, type ServiceProcess } from '../support/service-process.js';

/** Lower it during development: `BOOKING_KILLS=5`. */
const KILLS = Number(process.env.BOOKING_KILLS ?? 50);
/** Shipments with each carrier in each round. */
const EACH = 2;
const LATENCY_MS = 60;
/** A random kill happens within this time, which is longer than the bookings take. */
const SPREAD_MS = 400;
const PATIENCE_MS = 60_000;

interface Shipment {
  id: number;
  bol_number: string;
  scac: string;
}

interface State {
  status: string;
  pro_number: string | null;
  status_reason: string | null;
}

/** Kills the process while it books with fakes of real carriers, which book every repeated request again. */
describe('a process killed during bookings', () => {
  let carriers: FakeCarrierConnection[];
  let app: TestApp;
  let org: TestOrganization;
  let starting: Promise<ServiceProcess>;
  const seen = { kills: 0, shipments: 0, booked: 0, foundByAsking: 0, leftToPerson: 0, twice: 0, stuck: 0 };

  const start = (): Promise<ServiceProcess> =>
    startService({
      DATABASE_URL: (app.sql.options as { url: string }).url,
      LOG_LEVEL: 'silent',
      BOOKING_DEADLINE: '2s',
    });

  beforeAll(async () => {
    carriers = await startFakeCarriers();
    app = await startApp({ PROCESS_ROLE: 'api' });
    org = await app.organization();
    for (const { adapter, scac, settings } of carriers)
      await app.app.get(CarrierConnectionsService).connect(
        { organizationId: org.id, mode: 'live' },
        // With standing pickups, `status_reason` is about the booking only.
        { adapter, scac, settings: { ...settings, standing_pickup: true } },
      );
    starting = start();
  }, 120_000);
  afterAll(async () => {
    await (await starting).kill();
    await app.close();
    await Promise.all(carriers.map(({ fake }) => fake.close()));
    const { kills, shipments, booked, foundByAsking, leftToPerson, twice, stuck } = seen;
    process.stdout.write(
      [
        '| Fault | Kills | Shipments | Booked | of these, found by lookup | Left to a person | Booked twice | Stuck |',
        '| --- | --- | --- | --- | --- | --- | --- | --- |',
        `| kill -9 during book | ${kills} | ${shipments} | ${booked} | ${foundByAsking} | ${leftToPerson} | ${twice} | ${stuck} |\n`,
      ].join('\n'),
    );
  });

  const fakeOf = (scac: string) => carriers.find((carrier) => carrier.scac === scac)!.fake;
  const bookingsOf = ({ scac, bol_number }: Shipment) => fakeOf(scac).bookings(bol_number);
  const stateOf = async ({ id }: Shipment): Promise<State> =>
    (await org.live.get(`/api/v1/freight/${id}`).expect(200)).body;

  async function drafts(): Promise<Shipment[]> {
    const found: Shipment[] = [];
    for (let time = 0; time < EACH; time++) {
      const { body } = await org.live.post('/api/v1/quotes').send(rateRequest()).expect(201);
      for (const { scac } of carriers) {
        const quote = body.data.find((one: { scac: string }) => one.scac === scac);
        const { body: draft } = await org.live
          .post('/api/v1/freight')
          .send(freightRequest(quote.id))
          .expect(201);
        found.push({ id: draft.id, bol_number: draft.bol_number, scac });
      }
    }
    return found;
  }

  /** Returns the status of the response; null if the process died first. */
  async function book(url: string, { id }: Shipment): Promise<number | null> {
    try {
      const response = await fetch(`${url}/api/v1/freight/${id}/book`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${org.liveKey}`, 'Idempotency-Key': `kill-book-${id}` },
      });
      await response.text();
      return response.status;
    } catch {
      return null;
    }
  }

  /**
   * Waits for the moment of the kill, by turns: a random time, a stored intent, a call to a carrier, a booking at a
   * carrier, a stored answer.
   */
  async function moment(number: number, shipments: Shipment[]): Promise<void> {
    if (number % 5 === 0) return sleep(Math.random() * SPREAD_MS);
    const ids = shipments.map(({ id }) => id);
    const bols = shipments.map(({ bol_number }) => bol_number);
    const some = async (sql: string) => (await app.sql.query(sql, [ids])).length > 0;
    const reached = [
      () => some('SELECT FROM bookings WHERE freight_id = ANY ($1)'),
      async () =>
        carriers.some(({ fake }) => fake.requests.some(({ body }) => bols.some((bol) => body.includes(bol)))),
      async () => shipments.some((shipment) => bookingsOf(shipment) > 0),
      () => some('SELECT FROM freight WHERE id = ANY ($1) AND pro_number IS NOT NULL'),
    ][(number % 5) - 1]!;
    await until(reached, 1);
  }

  const settled = ({ status, status_reason }: State) =>
    ['carrier_accepted', 'scheduled'].includes(status) || (status === 'tendered' && status_reason !== null);

  async function round(number: number): Promise<void> {
    const shipments = await drafts();
    const service = await starting;
    for (const { fake } of carriers) fake.latencyMs = LATENCY_MS;
    const first = shipments.map((shipment) => book(service.url, shipment));
    await moment(number, shipments);
    await service.kill();
    await Promise.all(first);
    for (const { fake } of carriers) fake.latencyMs = 0;
    const before = await Promise.all(shipments.map(stateOf));
    // Releases the leases of the dead process at once: they last eleven seconds.
    await app.sql.query(
      'UPDATE bookings SET due_at = now() WHERE pending IS NOT NULL AND due_at IS NOT NULL',
    );
    await app.sql.query('UPDATE idempotent_requests SET lease_until = now() WHERE sealed_answer IS NULL');

    starting = start();
    const { url } = await starting;
    await Promise.all(
      shipments.map((shipment) =>
        until(async () => {
          const status = await book(url, shipment);
          return status === 200;
        }, 250),
      ),
    );
    seen.kills++;
    for (const [index, shipment] of shipments.entries()) {
      const isSettled = await until(async () => settled(await stateOf(shipment)), 100).then(
        () => true,
        () => false,
      );
      const { status, pro_number, status_reason } = await stateOf(shipment);
      const times = bookingsOf(shipment);
      seen.shipments++;
      if (times > 1) seen.twice++;
      if (!isSettled) seen.stuck++;
      else if (pro_number === null) seen.leftToPerson++;
      else {
        seen.booked++;
        if (before[index]!.status === 'tendered') seen.foundByAsking++;
        expect(times).toBe(1);
      }
      expect({ isSettled, status, status_reason, twice: times > 1 }).toEqual({
        isSettled: true,
        status: pro_number === null ? 'tendered' : expect.stringMatching(/^(carrier_accepted|scheduled)$/),
        status_reason:
          pro_number === null
            ? expect.stringContaining(`bill of lading ${shipment.bol_number}. Call the carrier`)
            : null,
        twice: false,
      });
    }
  }

  it(`${KILLS} times leaves each shipment booked once or assigned to a person`, async () => {
    for (let number = 0; number < KILLS; number++) await round(number);
    const { body } = await org.live.get('/api/v1/freight?attention=true&limit=100').expect(200);
    expect(body.data.length).toBe(Math.min(seen.leftToPerson, 100));
    expect(seen.booked).toBeGreaterThan(0);
  }, 1_800_000);

  async function until(isSo: () => Promise<boolean>, everyMs: number): Promise<void> {
    for (const end = Date.now() + PATIENCE_MS; !(await isSo()); await sleep(everyMs))
      if (Date.now() > end) throw new Error('It did not come about.');
  }
});

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
