import { setTimeout as sleep } from 'node:timers/promises';
import type TestAgent from 'supertest/lib/agent.js';
import type { TrackingStatus } from '../../src/domain/tracking-status.js';
import type { RawScan } from '../../src/features/carriers/carrier-adapter.js';
import { findEventDefinition } from '../../src/features/events/define-event.js';
import { EventsService } from '../../src/features/events/events.service.js';
import { BookingRecoveryService } from '../../src/features/freight/booking/booking-recovery.service.js';
import { SHIPMENT_EVENTS } from '../../src/features/freight/record/freight.events.js';
import { InvoicesService } from '../../src/features/invoices/invoices.service.js';
import type { NewTrackingScan } from '../../src/features/tracking/tracking-scan.entity.js';
import { TrackingService } from '../../src/features/tracking/tracking.service.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import type { Mode, Tenant } from '../../src/platform/tenancy/tenant.js';
import { startApp, type TestApp, type TestOrganization } from './app.js';
import { freightRequest, newFreight, newQuote } from './factories.js';
import { connectLiveCarrier, FakeCarrier } from './fake-carrier.js';
import { startReceiver } from './receiver.js';

/** The latest date that a bill can have. */
export const TODAY = new Date().toISOString().slice(0, 10);

export const WEBHOOKS_PATH = '/api/v1/webhooks';

/** Settings that allow receivers on this machine and retry at once. */
export const LOCAL_WEBHOOK_ENV = {
  WEBHOOK_ALLOW_HTTP: 'true',
  WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
  WEBHOOK_RETRY_DELAYS: '0s,100ms,100ms,100ms,100ms,100ms,100ms',
  WEBHOOK_TIMEOUT: '1s',
};

/** Name of the carrier that the fixture with a fake carrier tracks with by default. */
export const DEFAULT_CARRIER_NAME = 'FedEx Freight Priority';

export interface ChargeLine {
  type: string;
  amount_cents: number;
}

export interface BillableFreight {
  id: number;
  pro: string;
  scac: string;
  carrierName: string;
  charges: ChargeLine[];
  quotedCents: number;
}

export interface Invoice {
  id: number;
  invoice_number: string;
  status: string;
  amount_cents: number;
  late_fee_cents: number;
  total_cents: number;
  amount_remaining_cents: number;
  due_date: string;
  created_at: string;
  freight_id: number;
  line_items: { id: number; amount_cents: number }[];
}

export interface Endpoint {
  id: number;
  url: string;
  secret: string;
  active: boolean;
  failure_policy: string;
  consecutive_failures: number;
  disabled_at: string | null;
  disabled_reason: string | null;
}

export interface Delivery {
  id: number;
  event_id: string;
  event_type: string;
  status: string;
  attempt_count: number;
  response_status: number | null;
  response_body: string | null;
  error: string | null;
  duration_ms: number | null;
  next_attempt_at: string | null;
  delivered_at: string | null;
  attempts: {
    number: number;
    at: string;
    duration_ms: number;
    response_status: number | null;
    error: string | null;
  }[];
}

export const toTestTenant = ({ id }: TestOrganization): Tenant => ({ organizationId: id, mode: 'test' });

export const getError = (body: { error: Record<string, unknown> }) => body.error;

/** Returns a scan at noon UTC on that day of December 2026. */
export function buildScan(status: string, day: number, location = 'Denver, CO'): RawScan {
  return {
    status: status as TrackingStatus,
    description: `It is ${status}`,
    location,
    occurredAt: new Date(Date.UTC(2026, 11, day, 12)),
  };
}

/** The service with one organization, and shortcuts to the states that tests start from. */
export class Fixture {
  /** The only carrier of the organization's live mode, after `reset()`. */
  carrier: FakeCarrier;
  private serial = 0;

  private constructor(
    readonly app: TestApp,
    public org: TestOrganization,
  ) {}

  static async start(env: Record<string, string> = {}): Promise<Fixture> {
    const app = await startApp({ ...LOCAL_WEBHOOK_ENV, ...env });
    return new Fixture(app, await app.organization());
  }

  /** Starts without background jobs and with short deadlines. Call `reset()` before each test. */
  static startWithFakeCarrier(): Promise<Fixture> {
    return Fixture.start({
      PROCESS_ROLE: 'api',
      BOOKING_DEADLINE: '400ms',
      TRACKING_DEFAULT_CARRIER: 'FXFE',
    });
  }

  /** Creates an organization with a fake carrier. Earlier tests leave nothing due. */
  async reset(): Promise<void> {
    await this.app.sql.query('UPDATE bookings SET pending = NULL, due_at = NULL');
    await this.app.sql.query('UPDATE tracked_shipments SET next_check_at = NULL');
    this.org = await this.app.organization();
    this.carrier = await connectLiveCarrier(this.app, this.org, new FakeCarrier());
  }

  close(): Promise<void> {
    return this.app.close();
  }

  // Freight and bookings, in live mode

  async getFreight(id: number) {
    return (await this.org.live.get(`/api/v1/freight/${id}`).expect(200)).body;
  }

  async getQuoteStatus(id: number): Promise<string> {
    return (await this.org.live.get(`/api/v1/quotes/${id}`).expect(200)).body.status as string;
  }

  /** Returns the ids of shipments that need attention. */
  async listNeedingAttention(): Promise<number[]> {
    const { body } = await this.org.live.get('/api/v1/freight?attention=true').expect(200);
    return body.data.map((freight: { id: number }) => freight.id);
  }

  book(id: number) {
    return this.org.live.post(`/api/v1/freight/${id}/book`);
  }

  cancel(id: number) {
    return this.org.live.post(`/api/v1/freight/${id}/cancel`);
  }

  async bookFreight(): Promise<{ id: number; pro: string; tracked: number }> {
    const { id } = await newFreight(this.org.live);
    const { body } = await this.book(id).expect(200);
    return { id, pro: body.pro_number, tracked: (await this.getTracking(body.pro_number)).id };
  }

  /** Restores the state that a crash leaves, with an expired lease. */
  async simulateCrash(status: 'booked' | 'tendered', id: number): Promise<void> {
    await this.setFreightStatus(id, status, null);
    await this.app.sql.query(
      `UPDATE bookings SET pending = 'tender', attempts = 1, due_at = now() - interval '1 second' WHERE freight_id = $1`,
      [id],
    );
  }

  setFreightStatus(id: number, status: string, pro: string | null) {
    return this.app.sql.query('UPDATE freight SET status = $2, pro_number = $3 WHERE id = $1', [
      id,
      status,
      pro,
    ]);
  }

  expireLeases(id: number) {
    return this.app.sql.query(
      `UPDATE bookings SET due_at = now() - interval '1 second' WHERE freight_id = $1`,
      [id],
    );
  }

  recover(): Promise<number> {
    return this.app.app.get(BookingRecoveryService).completeDue();
  }

  // Tracking, in live mode

  startTracking(body: Record<string, unknown>) {
    return this.org.live.post('/api/v1/tracking').send(body);
  }

  async getTracking(number: string) {
    return (await this.org.live.get(`/api/v1/tracking/${encodeURIComponent(number)}`).expect(200)).body;
  }

  async getFreightTracking(id: number) {
    return (await this.org.live.get(`/api/v1/freight/${id}/tracking`).expect(200)).body;
  }

  async refresh(number: string) {
    const path = `/api/v1/tracking/${encodeURIComponent(number)}/refresh`;
    return (await this.org.live.post(path).expect(200)).body;
  }

  record(id: number, ...scans: NewTrackingScan[]) {
    const live = { organizationId: this.org.id, mode: 'live' } as const;
    return this.app.app.get(TrackingService).recordScans(live, id, scans, 'carrier');
  }

  // Bills, in test mode

  /** Creates a shipment in transit, with a PRO number. */
  async createInTransitFreight(
    of: TestOrganization = this.org,
    rating: Record<string, unknown> = {},
    changes: Record<string, unknown> = {},
  ): Promise<BillableFreight> {
    const rated = await newQuote(of.test, rating);
    const drafted = await of.test.post('/api/v1/freight').send(freightRequest(rated.id, changes)).expect(201);
    const id = drafted.body.id as number;
    const pro = `77${String(++this.serial).padStart(7, '0')}`;
    await this.setFreightStatus(id, 'in_transit', pro);
    const { body: freight } = await of.test.get(`/api/v1/freight/${id}`).expect(200);
    const { body: quote } = await of.test.get(`/api/v1/quotes/${freight.quote.id}`).expect(200);
    const { name: carrierName, scac } = freight.carrier;
    return { id, pro, scac, carrierName, charges: quote.charges, quotedCents: quote.net_charge_cents };
  }

  /** Returns a bill that agrees with the shipment's quote. */
  buildBill({ pro, scac, charges }: BillableFreight, changes: Record<string, unknown> = {}) {
    return {
      bill_number: `FB-${++this.serial}`,
      carrier: scac,
      pro_number: pro,
      bill_date: TODAY,
      lines: charges.map(({ type, amount_cents }) => ({ type, amount_cents })),
      ...changes,
    };
  }

  async postBill(body: Record<string, unknown>, of: TestOrganization = this.org) {
    return (await of.test.post('/api/v1/bills').send(body).expect(201)).body;
  }

  listBillEvents(id: number) {
    return this.app.sql.query<{ type: string; data: { bill: unknown } }[]>(
      `SELECT type, data FROM events WHERE data->'bill'->>'id' = $1 ORDER BY id`,
      [String(id)],
    );
  }

  // Invoices, in test mode

  /** Sets the status and publishes its event in one transaction, as tracking does. */
  async publishFreightStatus(
    tenant: Tenant,
    freightId: number,
    status: string,
    type = 'shipment.delivered',
  ): Promise<void> {
    const transactions = this.app.app.get(Transactions);
    await transactions.run(async () => {
      await transactions.manager.query('UPDATE freight SET status = $1 WHERE id = $2', [status, freightId]);
      const event = SHIPMENT_EVENTS.find(({ name }) => name === type)!;
      const shipment = { ...event.sample.shipment, id: freightId, freight_id: freightId, proNumber: '' };
      await this.app.app.get(EventsService).publish(tenant, event, { shipment });
    });
  }

  async listInvoices(client: TestAgent, freightId: number): Promise<Invoice[]> {
    const { body } = await client.get('/api/v1/invoices?limit=100').expect(200);
    return (body.data as Invoice[]).filter(({ freight_id }) => freight_id === freightId);
  }

  async createInvoice(of: TestOrganization = this.org): Promise<Invoice> {
    const { id } = await newFreight(of.test);
    await this.publishFreightStatus(toTestTenant(of), id, 'delivered');
    const [invoice] = await this.listInvoices(of.test, id);
    return (await of.test.get(`/api/v1/invoices/${invoice!.id}`).expect(200)).body as Invoice;
  }

  backdateDueDate(id: number) {
    return this.app.sql.query(`UPDATE invoices SET due_date = now() - interval '1 second' WHERE id = $1`, [
      id,
    ]);
  }

  markOverdue(): Promise<number> {
    return this.app.app.get(InvoicesService).markOverdue();
  }

  async listInvoiceEventTypes(id: number): Promise<string[]> {
    const events = await this.app.sql.query<{ type: string }[]>(
      `SELECT type FROM events WHERE data->'invoice'->>'id' = $1 ORDER BY id`,
      [String(id)],
    );
    return events.map(({ type }) => type);
  }

  // Webhooks, in test mode

  async createEndpoint(url: string, events: string[] = ['quote.created']): Promise<Endpoint> {
    return (await this.org.test.post(WEBHOOKS_PATH).send({ url, events }).expect(201)).body as Endpoint;
  }

  async getEndpoint(id: number): Promise<Endpoint> {
    return (await this.org.test.get(`${WEBHOOKS_PATH}/${id}`).expect(200)).body as Endpoint;
  }

  async patchEndpoint(id: number, changes: object): Promise<Endpoint> {
    return (await this.org.test.patch(`${WEBHOOKS_PATH}/${id}`).send(changes).expect(200)).body as Endpoint;
  }

  /** Publishes an event with any data, as a feature does. Returns its public id. */
  async publishEvent(type = 'quote.created', data: object = { n: 1 }, mode: Mode = 'test'): Promise<string> {
    const tenant = { organizationId: this.org.id, mode };
    const definition = { ...findEventDefinition(type)!, about: () => ({}) };
    const event = await this.app.app
      .get(Transactions)
      .run(() => this.app.app.get(EventsService).publish(tenant, definition, { ...data }));
    return event.publicId;
  }

  /** Returns the endpoint's deliveries, newest first. */
  async listDeliveries(id: number): Promise<Delivery[]> {
    return (await this.org.test.get(`${WEBHOOKS_PATH}/${id}/deliveries?limit=100`).expect(200)).body
      .data as Delivery[];
  }

  /** Returns the endpoint's newest delivery once it matches. Throws after `patienceMs`. */
  async waitForDelivery(
    id: number,
    expected: (newest: Delivery) => boolean,
    patienceMs = 30_000,
  ): Promise<Delivery> {
    const end = performance.now() + patienceMs;
    for (;;) {
      const [newest] = await this.listDeliveries(id);
      if (newest && expected(newest)) return newest;
      if (performance.now() > end)
        throw new Error(`Timed out waiting for the delivery: ${JSON.stringify(newest)}`);
      await sleep(25);
    }
  }

  /**
   * Makes all retries due and waits until the worker has claimed every due delivery. Two events sent in sequence to a
   * separate endpoint have then arrived, which proves that the worker sends nothing more.
   */
  async waitUntilDueIsClaimed(): Promise<void> {
    await this.app.sql.query(
      `UPDATE webhook_deliveries SET next_attempt_at = now() WHERE status = 'retrying'`,
    );
    const probe = await startReceiver();
    const { id } = await this.createEndpoint(probe.url, ['webhook.test']);
    for (const count of [1, 2]) {
      await this.org.test.post(`${WEBHOOKS_PATH}/${id}/test`).expect(200);
      await probe.waitForDeliveries(count);
    }
    await this.org.test.delete(`${WEBHOOKS_PATH}/${id}`).expect(200);
    await probe.close();
  }

  /** Sends one event to a new endpoint and waits until its first attempt has ended. */
  async deliverOnce(url: string): Promise<Delivery> {
    const { id } = await this.createEndpoint(url);
    await this.publishEvent();
    return this.waitForDelivery(id, ({ attempt_count: count }) => count >= 1);
  }
}
