import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';

const dock = { address: '400 W Lake St', city: 'Chicago', state: 'IL', zip: '60601' };
const school = {
  location_type: 'limited_access',
  limited_access: 'school',
  hours: { open: '08:00', close: '16:30' },
  accessorials: { destination_liftgate: true, origin_liftgate: true },
  instructions: 'Gate code 456\nRing twice',
};

describe('address attributes', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp({ RATE_LIMIT_ENABLED: 'false' });
    org = await app.organization();
  });
  afterAll(() => app.close());

  const saved = async (changes: object = {}, client = org.test) =>
    (
      await client
        .post('/api/v1/addresses')
        .send({ ...dock, ...changes })
        .expect(201)
    ).body;

  it('are saved, returned, changed and cleared', async () => {
    const body = await saved({ ...school, external_ref: 'S-1' });
    expect(body).toMatchObject({ ...school, external_ref: 'S-1' });
    const path = `/api/v1/addresses/${body.id}`;
    expect((await org.test.get(path).expect(200)).body).toEqual(body);
    const patch = async (change: object) => (await org.test.patch(path).send(change).expect(200)).body;
    expect(
      (await patch({ accessorials: { origin_liftgate: false, delivery_appointment: true } })).accessorials,
    ).toEqual({ destination_liftgate: true, delivery_appointment: true });
    expect(
      await patch({ hours: { open: '06:00', close: '22:00' }, location_type: 'business' }),
    ).toMatchObject({
      hours: { open: '06:00', close: '22:00' },
      location_type: 'business',
      limited_access: null,
    });
    const nothing = { location_type: null, hours: null, accessorials: null, instructions: null };
    expect(await patch({ ...nothing, external_ref: null })).toMatchObject({
      ...nothing,
      accessorials: {},
      external_ref: null,
    });
  });

  it('are null by default', async () => {
    const unknown = { location_type: null, limited_access: null, hours: null, instructions: null };
    expect(await saved()).toMatchObject({ ...unknown, accessorials: {}, external_ref: null });
  });

  it('include a unique `external_ref`, by which the list can be filtered', async () => {
    const { id } = await saved({ external_ref: 'DC-4' });
    const other = await saved();
    const refused = [
      await org.test
        .post('/api/v1/addresses')
        .send({ ...dock, external_ref: 'DC-4' })
        .expect(422),
      await org.test.patch(`/api/v1/addresses/${other.id}`).send({ external_ref: 'DC-4' }).expect(422),
    ];
    for (const { body } of refused)
      expect(body.error).toMatchObject({ code: 'address_already_exists', param: 'external_ref' });
    const { body } = await org.test.get('/api/v1/addresses?external_ref=DC-4').expect(200);
    expect(body.data.map((address: { id: number }) => address.id)).toEqual([id]);
    await saved({ external_ref: 'DC-4' }, org.live);
    await saved({ external_ref: 'DC-4' }, (await app.organization()).test);
  });

  it.each([
    ['an unknown location_type', { location_type: 'warehouse' }, 'location_type'],
    ['an unknown limited_access kind', { ...school, limited_access: 'castle' }, 'limited_access'],
    ['a limited_access kind without limited access', { limited_access: 'school' }, 'limited_access'],
    ['an opening time only', { hours: { open: '08:00' } }, 'hours.close'],
    ['hours that end before they start', { hours: { open: '17:00', close: '08:00' } }, 'hours.close'],
    ['a malformed time', { hours: { open: '8 am', close: '17:00' } }, 'hours.open'],
    ['a misspelled accessorial', { accessorials: { liftgate: true } }, 'accessorials.liftgate'],
    ['an accessorial of the freight', { accessorials: { hazmat: true } }, 'accessorials.hazmat'],
    ['text as an accessorial', { accessorials: { inside_pickup: 'yes' } }, 'accessorials.inside_pickup'],
    ['long instructions', { instructions: 'x'.repeat(451) }, 'instructions'],
    ['a blank external_ref', { external_ref: '  ' }, 'external_ref'],
  ])('are rejected with %s', async (_name, changes, param) => {
    const { body } = await org.test
      .post('/api/v1/addresses')
      .send({ ...dock, ...changes })
      .expect(400);
    expect(body.error.param).toBe(param);
    const { id } = await saved();
    const change = await org.test.patch(`/api/v1/addresses/${id}`).send(changes).expect(400);
    expect(change.body.error.param).toBe(param);
  });
});
