import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type TestAgent from 'supertest/lib/agent.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { rateRequest, createTariff } from '../support/factories.js';

const PROFILE = '/api/v1/organization';

interface Quote {
  id: number;
  scac: string;
  net_charge_cents: number;
  transit_days: number;
  recommended: boolean;
}

describe('rate shopping rules', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp({ PROCESS_ROLE: 'api' });
  });
  beforeEach(async () => {
    org = await app.organization();
  });
  afterAll(() => app.close());

  const set = async (rules: object | null, by: TestAgent = org.test) =>
    (await by.patch(PROFILE).send({ rate_shopping: rules }).expect(200)).body.rate_shopping;
  const quotes = async (): Promise<{ data: Quote[]; carrier_results: object[]; quote_group_id: string }> =>
    (await org.test.post('/api/v1/quotes').send(rateRequest()).expect(201)).body;
  const chosen = (data: Quote[]): Quote => {
    const marked = data.filter(({ recommended }) => recommended);
    expect(marked).toHaveLength(1);
    return marked[0]!;
  };

  it('recommend the cheapest quote by default, and keep it in the stored group', async () => {
    expect((await org.test.get(PROFILE).expect(200)).body.rate_shopping).toBeNull();
    const { data, quote_group_id: group } = await quotes();
    expect(chosen(data)).toEqual(data[0]);
    await set({ prefer_carriers: [data[1]!.scac] });
    const { body } = await org.test.get(`/api/v1/quotes/group/${group}`).expect(200);
    expect(chosen(body.data).id).toBe(data[0]!.id);
    expect((await org.test.get(`/api/v1/quotes/${data[0]!.id}`).expect(200)).body.recommended).toBe(true);
  });

  it('exclude connected carriers and tariff carriers and name them in the response', async () => {
    await createTariff(org.test, { scac: 'ACMX' });
    const before = await quotes();
    expect(before.data.map(({ scac }) => scac)).toEqual(expect.arrayContaining(['SIM1', 'ACMX']));
    expect(await set({ exclude_carriers: ['sim1', 'ACMX'] })).toEqual({
      exclude_carriers: ['SIM1', 'ACMX'],
      prefer_carriers: [],
      cheapest_within_days: null,
    });
    const { data, carrier_results } = await quotes();
    expect(data.filter(({ scac }) => ['SIM1', 'ACMX'].includes(scac))).toEqual([]);
    for (const scac of ['SIM1', 'ACMX'])
      expect(carrier_results).toContainEqual({
        carrier: expect.any(String),
        scac,
        status: 'excluded',
        reason: expect.stringContaining('rules'),
        duration_ms: 0,
        warnings: [],
      });
    const others = before.data.filter(({ scac }) => !['SIM1', 'ACMX'].includes(scac));
    expect(data.map(({ scac, net_charge_cents }) => [scac, net_charge_cents])).toEqual(
      others.map(({ scac, net_charge_cents }) => [scac, net_charge_cents]),
    );
  });

  it('return no quotes and the reason if every carrier is excluded', async () => {
    const all = (await quotes()).data.map(({ scac }) => scac);
    await set({ exclude_carriers: [...new Set(all)] });
    const { error } = (await org.test.post('/api/v1/quotes').send(rateRequest()).expect(422)).body;
    expect(error.code).toBe('no_rates');
    expect(error.carrier_results.every(({ status }: { status: string }) => status === 'excluded')).toBe(true);
  });

  it('recommend the preferred carrier with the cheapest timely quote without reordering the quotes', async () => {
    const { data: plain } = await quotes();
    const dearest = plain.at(-1)!;
    await set({ prefer_carriers: [dearest.scac] });
    const { data } = await quotes();
    expect(data.map(({ scac }) => scac)).toEqual(plain.map(({ scac }) => scac));
    expect(chosen(data).scac).toBe(dearest.scac);

    const days = Math.min(...plain.map(({ transit_days }) => transit_days));
    await set({ cheapest_within_days: days });
    const quick = (await quotes()).data;
    expect(chosen(quick)).toEqual(quick.find(({ transit_days }) => transit_days <= days));
    await set({ cheapest_within_days: 0 });
    expect(chosen((await quotes()).data).transit_days).toBe(days);
  });

  it('are replaced as a whole, end with null, and belong to one mode', async () => {
    const live = await set({ prefer_carriers: ['XPOL'] }, org.live);
    expect((await org.test.get(PROFILE)).body.rate_shopping).toEqual(live);
    await set({ cheapest_within_days: 3 });
    expect((await org.live.get(PROFILE)).body.rate_shopping).toEqual(live);
    expect((await org.test.get(PROFILE)).body.rate_shopping).toEqual({
      exclude_carriers: [],
      prefer_carriers: [],
      cheapest_within_days: 3,
    });
    expect(await set(null)).toBeNull();
  });

  it.each([
    ['rate_shopping.exclude_carriers', { exclude_carriers: 'SIM1' }],
    ['rate_shopping.exclude_carriers', { exclude_carriers: ['R+L'] }],
    ['rate_shopping.exclude_carriers', { exclude_carriers: ['SIM1', 'SIM1'] }],
    ['rate_shopping.prefer_carriers', { prefer_carriers: [7] }],
    ['rate_shopping.cheapest_within_days', { cheapest_within_days: -1 }],
    ['rate_shopping.cheapest_within_days', { cheapest_within_days: 1.5 }],
    ['rate_shopping', ['SIM1']],
  ])('reject an invalid %s: %j', async (param, rate_shopping) => {
    const { error } = (await org.test.patch(PROFILE).send({ rate_shopping }).expect(400)).body;
    expect(error).toMatchObject({ code: 'invalid_value', param });
  });

  it('reject a carrier that is both preferred and excluded', async () => {
    const rate_shopping = { exclude_carriers: ['SIM1'], prefer_carriers: ['sim1'] };
    const { error } = (await org.test.patch(PROFILE).send({ rate_shopping }).expect(400)).body;
    expect(error).toMatchObject({ code: 'conflicting_values', param: 'rate_shopping.prefer_carriers' });
  });
});
