import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CarrierFault } from '../../src/features/carriers/carrier-adapter.js';
import { FAULTS_TO_OPEN } from '../../src/platform/http-client/circuit-breaker.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { rateRequest } from '../support/factories.js';
import { connectLiveCarrier, FakeCarrier } from '../support/fake-carrier.js';

const REST_MS = 60_000;
const RESTS = /^The carrier failed repeatedly\. Requests resume at \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\.$/;

describe('a carrier with an open circuit breaker', () => {
  let app: TestApp;
  let org: TestOrganization;
  let failing: FakeCarrier;
  let asked = 0;

  beforeAll(async () => {
    app = await startApp({ PROCESS_ROLE: 'api', OUTBOUND_REST: '60s' });
    org = await app.organization();
    failing = await connectLiveCarrier(app, org, new FakeCarrier('failing'), 'ODFL');
    await connectLiveCarrier(app, org, new FakeCarrier('sound'), 'SAIA');
    failing.invalidAnswers.rate = () => {
      asked++;
      throw new CarrierFault('The carrier answered 503.');
    };
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  afterAll(() => app.close());

  const rated = async (): Promise<{ status: string; reason: string | null }> => {
    const { body } = await org.live.post('/api/v1/quotes').send(rateRequest()).expect(201);
    const of = (scac: string) =>
      body.carrier_results.find((result: { scac: string }) => result.scac === scac);
    expect(of('SAIA').status).toBe('rated');
    return of('ODFL');
  };

  it('is not called, and its result says until when, while other carriers respond', async () => {
    for (let time = 0; time < FAULTS_TO_OPEN; time++) {
      expect(await rated()).toMatchObject({ status: 'error', reason: 'The carrier answered 503.' });
    }
    expect(await rated()).toMatchObject({ status: 'error', reason: expect.stringMatching(RESTS) });
    expect(asked).toBe(FAULTS_TO_OPEN);
  });

  it('gets one trial call after the cooldown, and all calls once it succeeds', async () => {
    const now = performance.now.bind(performance);
    let later = REST_MS;
    jest.spyOn(performance, 'now').mockImplementation(() => now() + later);
    expect(await rated()).toMatchObject({ reason: 'The carrier answered 503.' });
    expect(await rated()).toMatchObject({ reason: expect.stringMatching(RESTS) });
    expect(asked).toBe(FAULTS_TO_OPEN + 1);
    later += REST_MS;
    delete failing.invalidAnswers.rate;
    expect((await rated()).status).toBe('rated');
    expect((await rated()).status).toBe('rated');
  });

  it('is also not called after repeated invalid responses', async () => {
    asked = 0;
    failing.invalidAnswers.rate = () => {
      asked++;
      return Promise.resolve([{ price: 'a lot' }]);
    };
    for (let time = 0; time < FAULTS_TO_OPEN; time++) expect((await rated()).status).toBe('error');
    expect((await rated()).reason).toMatch(RESTS);
    expect(asked).toBe(FAULTS_TO_OPEN);
  });
});
