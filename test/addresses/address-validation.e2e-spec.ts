import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import {
  uspsError,
  VERIFIED_BY_UPS,
  VERIFIED_BY_USPS,
  buildUniqueAddress,
  errorAnswer,
  AddressVerifierFixture,
} from '../support/fake-address-verifiers.js';

const fakes = await AddressVerifierFixture.start();
const { usps, ups } = fakes;
afterAll(() => fakes.close());
beforeEach(() => fakes.reset());

describe('address validation in live mode', () => {
  let app: TestApp;
  let org: TestOrganization;
  let none: TestApp;

  beforeAll(async () => {
    // With two connections, a waiting verifier call that held one would block other requests.
    app = await startApp({ ...fakes.buildSettings('3s'), DATABASE_POOL_SIZE: '2' });
    none = await startApp();
    org = await app.organization();
  });
  afterAll(() => Promise.all([app.close(), none.close()]));

  const place = () => ({
    address: buildUniqueAddress().street,
    city: 'Washington',
    state: 'DC',
    zip: '20007',
  });

  it('returns the verdict of USPS', async () => {
    const { body } = await org.live.post('/api/v1/addresses/validate').send(place()).expect(200);
    expect(body).toMatchObject({
      object: 'address_validation',
      valid: true,
      normalized: { object: 'address', id: null, address: '3120 M ST NW', zip: '20007-3704', company: null },
      messages: [VERIFIED_BY_USPS],
    });
  });

  it('returns the verdict of UPS if USPS does not find the address', async () => {
    usps.answers = [uspsError(404, 'Address Not Found')];
    const { body } = await org.live.post('/api/v1/addresses/validate').send(place()).expect(200);
    expect(body).toMatchObject({ valid: true, normalized: { address: '26601 ALISO CREEK RD STE D' } });
    expect(body.messages[0]).toBe(VERIFIED_BY_UPS);
  });

  it('calls no verifier in test mode', async () => {
    const { body } = await org.test.post('/api/v1/addresses/validate').send(place()).expect(200);
    expect(body.messages).toEqual([expect.stringMatching(/^In test mode/)]);
    expect([usps.tokens.given, ups.tokens.given]).toEqual([0, 0]);
  });

  it('calls no verifier for a malformed ZIP', async () => {
    const body = { ...place(), zip: '2000' };
    const answer = await org.live.post('/api/v1/addresses/validate').send(body).expect(200);
    expect(answer.body.valid).toBe(false);
    expect(usps.requests).toEqual([]);
  });

  it('reports that no verifier responded and falls back to the offline check', async () => {
    usps.answers = [errorAnswer(503)];
    ups.answers = [errorAnswer(503)];
    const ask = async (client: TestOrganization['live'], changes = {}) =>
      (
        await client
          .post('/api/v1/addresses/validate')
          .send({ ...place(), ...changes })
          .expect(200)
      ).body;
    const offline = expect.stringMatching(/^No address verifier responded/);
    expect(await ask(org.live)).toMatchObject({ valid: true, messages: [offline] });
    expect(await ask(org.live, { zip: '90001' })).toMatchObject({
      valid: false,
      messages: [expect.stringContaining('is in CA'), offline],
    });
    const { live } = await none.organization();
    expect(await ask(live)).toMatchObject({ valid: true, messages: [offline] });
  });

  it('replays the response to a repeated request', async () => {
    const body = place();
    const send = () =>
      org.live.post('/api/v1/addresses/validate').set('Idempotency-Key', 'validate-1').send(body).expect(200);
    const first = await send();
    const second = await send();
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
  });

  it('holds no database connection while it waits for a verifier', async () => {
    usps.answers = ['hang'];
    ups.answers = ['hang'];
    const waiting = Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        org.live
          .post('/api/v1/addresses/validate')
          .set('Idempotency-Key', `waiting-${i}`)
          .send(place())
          .expect(200),
      ),
    );
    await org.live.get('/api/v1/addresses').timeout(2_000).expect(200);
    await waiting;
  });
});

describe('address validation in test mode', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp();
    org = await app.organization();
  });
  afterAll(() => app.close());

  const validate = async (body: Record<string, unknown>) =>
    (await org.test.post('/api/v1/addresses/validate').send(body).expect(200)).body;
  const place = { address: ' 400  w lake st', city: 'chicago', state: 'il', zip: '606011234' };

  it('normalizes the address and says that the check was offline', async () => {
    const body = await validate(place);
    expect(body).toEqual({
      object: 'address_validation',
      valid: true,
      normalized: {
        object: 'address',
        id: null,
        customer_id: null,
        name: null,
        company: null,
        contact: null,
        contact_name: null,
        address: '400 W LAKE ST',
        city: 'CHICAGO',
        state: 'IL',
        zip: '60601-1234',
        country: 'US',
        phone: null,
        email: null,
        created_at: null,
        updated_at: null,
      },
      messages: [expect.stringMatching(/^In test mode/)],
    });
    expect((await org.test.get('/api/v1/addresses').expect(200)).body.data).not.toContainEqual(
      expect.objectContaining({ address: '400 W LAKE ST' }),
    );
  });

  it.each([
    ['a ZIP of another state', { zip: '90001' }, /is in CA, not in IL/],
    ['an unassigned ZIP', { zip: '00001' }, /not in any state/],
    ['a malformed ZIP', { zip: '6060' }, /five or nine digits/],
  ])('returns valid: false for %s', async (_name, changes, message) => {
    const { valid, messages } = await validate({ ...place, ...changes });
    expect(valid).toBe(false);
    expect(messages[0]).toMatch(message);
  });

  it('accepts a street with a state and ZIP, and returns valid: false without city and ZIP', async () => {
    const { address: street, state, city, zip } = place;
    expect((await validate({ street, state, zip })).valid).toBe(true);
    expect((await validate({ street, state, city, zip: null })).valid).toBe(true);
    expect(await validate({ street, state })).toMatchObject({
      valid: false,
      normalized: { address: '400 W LAKE ST', city: null, zip: null },
    });
  });

  it.each([
    ['nothing', { address: undefined, city: undefined, state: undefined, zip: undefined }, 'address'],
    ['no city', { city: undefined }, 'city'],
    ['a city that is null', { city: null }, 'city'],
    ['no ZIP', { zip: undefined }, 'zip'],
    ['no state', { state: undefined }, 'state'],
    ['a street without a state', { street: place.address, state: undefined }, 'state'],
    ['two streets', { street: '1 Main St' }, 'street'],
    ['a state in full', { state: 'Illinois' }, 'state'],
    ['a numeric ZIP', { zip: 60601 }, 'zip'],
    ['a long street', { address: 'x'.repeat(256) }, 'address'],
  ])('rejects %s', async (_name, changes, param) => {
    const { body } = await org.test
      .post('/api/v1/addresses/validate')
      .send({ ...place, ...changes })
      .expect(400);
    expect(body.error).toMatchObject({ type: 'invalid_request_error', param });
  });
});
