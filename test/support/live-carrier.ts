import { expect, it } from '@jest/globals';
import { CarrierConnectionsService } from '../../src/features/carriers/carrier-connections.service.js';
import type { FakeCarrierConnection } from '../fakes/fake-carriers.js';
import { startApp, type TestApp, type TestOrganization } from './app.js';
import { freightRequest, rateRequest } from './factories.js';

interface BookedFreight {
  status: string;
  pro_number: string;
  status_reason: string | null;
  pickup: { status: string; confirmation: string | null };
  error?: { message: string };
}

interface CarrierResult {
  status: string;
  reason: string | null;
}

/** An API process whose organization has one carrier in live mode. */
export class LiveCarrier {
  private constructor(
    readonly app: TestApp,
    readonly org: TestOrganization,
    readonly carrier: FakeCarrierConnection,
  ) {}

  static async start(carrier: FakeCarrierConnection): Promise<LiveCarrier> {
    const app = await startApp({ PROCESS_ROLE: 'api', QUOTE_DEADLINE: '3s', BOOKING_DEADLINE: '3s' });
    const live = new LiveCarrier(app, await app.organization(), carrier);
    await live.connect();
    return live;
  }

  async connect(settings: object = {}): Promise<void> {
    const { adapter, scac, settings: own } = this.carrier;
    await this.app.app
      .get(CarrierConnectionsService)
      .connect(
        { organizationId: this.org.id, mode: 'live' },
        { adapter, scac, settings: { ...own, ...settings } },
      );
  }

  /** Drafts freight from the cheapest quote; returns its id. */
  async draft(more: Record<string, unknown> = {}): Promise<number> {
    const { body } = await this.org.live.post('/api/v1/quotes').send(rateRequest(more)).expect(201);
    const request = freightRequest((body as { data: { id: number }[] }).data[0]!.id);
    const draft = await this.org.live.post('/api/v1/freight').send(request).expect(201);
    return (draft.body as { id: number }).id;
  }

  async book(id: number, body: object = {}): Promise<BookedFreight> {
    return (await this.org.live.post(`/api/v1/freight/${id}/book`).send(body)).body as BookedFreight;
  }

  /** Returns the carrier's result for a rate request, with the reason if it quoted nothing. */
  async rateResult(): Promise<CarrierResult> {
    const { body } = await this.org.live.post('/api/v1/quotes').send(rateRequest());
    const { carrier_results, error } = body as {
      carrier_results?: CarrierResult[];
      error?: { carrier_results: CarrierResult[] };
    };
    return (carrier_results ?? error!.carrier_results)[0]!;
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.carrier.fake.close();
  }
}

interface LiveFailures {
  /** The fake's reason for a decline. */
  refusal: string;
  /** The adapter's message for an unreadable answer to a rate request. */
  unreadable: string;
  wrongSettings: object;
  isBookedByHand?: boolean;
}

/** Tests what API clients see if the carrier refuses, fails or rejects the credentials. */
export function testLiveFailures(
  getLive: () => LiveCarrier,
  { refusal, unreadable, wrongSettings, isBookedByHand = false }: LiveFailures,
): void {
  it("declines quotes and bookings with the carrier's words", async () => {
    const live = getLive();
    const id = await live.draft();
    live.carrier.fake.behaviour = 'decline';
    expect(await live.rateResult()).toMatchObject({ status: 'declined', reason: refusal });
    if (isBookedByHand) return;
    expect(await live.book(id)).toMatchObject({ error: { message: expect.stringContaining(refusal) } });
  });

  it.each([
    [503, 'The carrier request failed: it returned HTTP 503.'],
    ['html', unreadable],
  ] as const)('reports %s in response to a rate request as an error', async (behaviour, reason) => {
    getLive().carrier.fake.behaviour = behaviour;
    expect(await getLive().rateResult()).toMatchObject({ status: 'error', reason });
  });

  it('reports wrong credentials as an error', async () => {
    await getLive().connect(wrongSettings);
    const result = await getLive().rateResult();
    await getLive().connect();
    expect(result).toMatchObject({
      status: 'error',
      reason: expect.stringContaining('the credentials were rejected'),
    });
  });
}
