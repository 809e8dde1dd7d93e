import { setTimeout as sleep } from 'node:timers/promises';
import { Transactions } from '../../src/platform/database/transactions.js';
import { findEventDefinition } from '../../src/features/events/define-event.js';
import { EventsService } from '../../src/features/events/events.service.js';
import type { Mode } from '../../src/platform/tenancy/tenant.js';
import { startApp, type TestApp, type TestOrganization } from './app.js';

/** Settings under which receivers on this machine may be sent to, and retries come at once. */
export const LOCAL_WEBHOOK_ENV = {
  WEBHOOK_ALLOW_HTTP: 'true',
  WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
  WEBHOOK_RETRY_DELAYS: '0s,100ms,100ms,100ms,100ms,100ms,100ms',
  WEBHOOK_TIMEOUT: '1s',
};

export const WEBHOOKS_PATH = '/api/v1/webhooks';

export interface Endpoint {
  id: number;
  url: string;
  secret: string;
  active: boolean;
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

/** The service with receivers on this machine allowed, and one organization to send for. */
export class WebhookFixture {
  private constructor(
    readonly app: TestApp,
    readonly org: TestOrganization,
  ) {}

  static async start(env: Record<string, string> = {}): Promise<WebhookFixture> {
    const app = await startApp({ ...LOCAL_WEBHOOK_ENV, ...env });
    return new WebhookFixture(app, await app.organization());
  }

  async createEndpoint(url: string, events: string[] = ['quote.created']): Promise<Endpoint> {
    return (await this.org.test.post(WEBHOOKS_PATH).send({ url, events }).expect(201)).body as Endpoint;
  }

  async getEndpoint(id: number): Promise<Endpoint> {
    return (await this.org.test.get(`${WEBHOOKS_PATH}/${id}`).expect(200)).body as Endpoint;
  }

  async patchEndpoint(id: number, changes: object): Promise<Endpoint> {
    return (await this.org.test.patch(`${WEBHOOKS_PATH}/${id}`).send(changes).expect(200)).body as Endpoint;
  }

  /** Publishes an event the way a feature does, with any data: it is about nothing. Its public id. */
  async publishEvent(type = 'quote.created', data: object = { n: 1 }, mode: Mode = 'test'): Promise<string> {
    const tenant = { organizationId: this.org.id, mode };
    const definition = { ...findEventDefinition(type)!, about: () => ({}) };
    const event = await this.app.app
      .get(Transactions)
      .run(() => this.app.app.get(EventsService).publish(tenant, definition, { ...data }));
    return event.publicId;
  }

  /** The endpoint's deliveries, newest first. */
  async listDeliveries(id: number): Promise<Delivery[]> {
    return (await this.org.test.get(`${WEBHOOKS_PATH}/${id}/deliveries?limit=100`).expect(200)).body
      .data as Delivery[];
  }

  /** The endpoint's newest delivery, once it is as expected. */
  async waitForDelivery(
    id: number,
    expected: (newest: Delivery) => boolean,
    patienceMs = 30_000,
  ): Promise<Delivery> {
    const end = performance.now() + patienceMs;
    for (;;) {
      const [newest] = await this.listDeliveries(id);
      if (newest && expected(newest)) return newest;
      if (performance.now() > end) throw new Error(`The delivery stayed ${JSON.stringify(newest)}`);
      await sleep(25);
    }
  }

  /** One event to a new endpoint, until its first attempt has ended. */
  async deliverOnce(url: string): Promise<Delivery> {
    const { id } = await this.createEndpoint(url);
    await this.publishEvent();
    return this.waitForDelivery(id, ({ attempt_count: count }) => count >= 1);
  }

  close(): Promise<void> {
    return this.app.close();
  }
}
