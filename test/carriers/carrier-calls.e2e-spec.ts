import { Module } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CarrierCallLog } from '../../src/features/carriers/calls/carrier-call-log.js';
import { CarrierConnectionsService } from '../../src/features/carriers/carrier-connections.service.js';
import {
  type CarrierAccount,
  type RawRate,
  InjectableAdapter,
} from '../../src/features/carriers/carrier-adapter.js';
import type { RateRequest } from '../../src/features/carriers/carrier-requests.js';
import { callOut } from '../../src/platform/http-client/http-client.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import {
  ExampleAdapter,
  ExampleCarrier,
  EXAMPLE_API_KEY,
  type ExampleSettings,
} from '../support/example-carrier.js';
import { rateRequest } from '../support/factories.js';

const fake = new ExampleCarrier();
let underWay = 0;
let mostUnderWay = 0;

/** Calls through the service's HTTP client and repeats its key in the body. */
@InjectableAdapter()
class CallingAdapter extends ExampleAdapter {
  override async rate(
    { items }: RateRequest,
    { settings }: CarrierAccount<ExampleSettings>,
    signal: AbortSignal,
  ): Promise<RawRate[]> {
    mostUnderWay = Math.max(mostUnderWay, ++underWay);
    const { body } = await callOut({
      method: 'POST',
      url: `${settings.base_url}/rates`,
      headers: { 'x-key': settings.api_key },
      data: { pounds: items[0]!.weight, services: [], said: settings.api_key },
      signal,
    }).finally(() => underWay--);
    const [level] = body.levels as { quote: string; net: string }[];
    const netChargeCents = this.toCents(level!.net);
    const charges = [
      { type: 'linehaul' as const, code: 'LH', description: 'Freight', amountCents: netChargeCents },
    ];
    return [
      {
        quoteNumber: level!.quote,
        serviceLevel: 'Standard',
        serviceCode: 'STD',
        transitDays: 3,
        netChargeCents,
        charges,
      },
    ];
  }
}

@Module({ providers: [CallingAdapter] })
class CallingModule {}

describe('logged carrier calls', () => {
  let app: TestApp;
  let org: TestOrganization;
  let stranger: TestOrganization;

  beforeAll(async () => {
    await fake.listen();
    app = await startApp({ CARRIER_CONCURRENCY: '2' }, [], [CallingModule]);
    [org, stranger] = [await app.organization(), await app.organization()];
    await app.app
      .get(CarrierConnectionsService)
      .connect(
        { organizationId: org.id, mode: 'live' },
        { adapter: 'example', scac: 'ACME', settings: { api_key: EXAMPLE_API_KEY, base_url: fake.url } },
      );
  });
  afterAll(async () => {
    await app.close();
    await fake.close();
  });

  const calls = async (query = '', by = org.live) => {
    await app.app.get(CarrierCallLog).flush();
    return (await by.get(`/api/v1/carrier-calls${query}`).expect(200)).body.data;
  };

  it('contain the request and the response without secrets', async () => {
    await org.live.post('/api/v1/quotes').send(rateRequest()).expect(201);
    const [call] = await calls();
    expect(call).toMatchObject({
      object: 'carrier_call',
      carrier: 'ACME',
      operation: 'rate',
      outcome: 'answered',
      method: 'POST',
      url: `${fake.url}/rates`,
      request: expect.stringMatching(/^{"pounds":500,"services":\[\],"said":"\[redacted\]"}$/),
      response_status: 200,
      response_body: expect.stringContaining('"net":"$505.00"'),
      error: null,
    });
    expect(call.duration_ms).toBeGreaterThanOrEqual(0);
    expect(JSON.stringify(await calls('?limit=100'))).not.toContain(EXAMPLE_API_KEY);
  });

  it('include failed calls, filterable by outcome and carrier', async () => {
    fake.behaviour = 500;
    await org.live.post('/api/v1/quotes').send(rateRequest()).expect(422);
    fake.behaviour = 'reset';
    await org.live.post('/api/v1/quotes').send(rateRequest()).expect(422);
    fake.behaviour = 'normal';
    const [reset, failed] = await calls('?outcome=failed&carrier=acme');
    expect(failed).toMatchObject({ response_status: 500, error: 'it returned HTTP 500' });
    expect(reset).toMatchObject({
      response_status: null,
      error: expect.stringMatching(/^it could not be reached/),
    });
    expect(await calls('?outcome=refused')).toEqual([]);
    expect(await calls('?carrier=XPOL')).toEqual([]);
    const { body } = await org.live.get('/api/v1/carrier-calls?outcome=lost').expect(400);
    expect(body.error.param).toBe('outcome');
  });

  it('are visible only to their tenant and with the scope', async () => {
    expect(await calls('', stranger.live)).toEqual([]);
    expect(await calls('', org.test)).toEqual([]);
  });

  it('run concurrently up to the limit of the account', async () => {
    mostUnderWay = 0;
    const quotes = Array.from({ length: 8 }, () =>
      org.live.post('/api/v1/quotes').send(rateRequest()).expect(201),
    );
    await Promise.all(quotes);
    expect(mostUnderWay).toBe(2);
  });

  it('never fail a quote if they cannot be stored', async () => {
    await app.sql.query('ALTER TABLE carrier_calls RENAME TO carrier_calls_away');
    await org.live.post('/api/v1/quotes').send(rateRequest()).expect(201);
    await app.app.get(CarrierCallLog).flush();
    await app.sql.query('ALTER TABLE carrier_calls_away RENAME TO carrier_calls');
    await org.live.post('/api/v1/quotes').send(rateRequest()).expect(201);
    expect((await calls())[0]).toMatchObject({ outcome: 'answered' });
  });

  it('are shown for thirty days', async () => {
    const before = (await calls('?limit=100')).length;
    await app.sql.query(
      `UPDATE carrier_calls SET created_at = now() - interval '31 days' WHERE id = (SELECT min(id) FROM carrier_calls)`,
    );
    expect(await calls('?limit=100')).toHaveLength(before - 1);
  });
});
