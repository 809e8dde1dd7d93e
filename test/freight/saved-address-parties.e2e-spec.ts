import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiKeysService } from '../../src/platform/auth/api-keys.service.js';
import { newQuote } from '../support/factories.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';

const DOCK = {
  company: 'Lakeside',
  contact: 'Bob',
  address: '400 W Lake St',
  city: 'Chicago',
  state: 'IL',
  zip: '60601',
  phone: '555-0101',
  email: 'bob@example.com',
};
const BARE = { address: '1 Main St', city: 'Los Angeles', state: 'CA', zip: '90001' };

describe('a shipment between saved addresses', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp({ RATE_LIMIT_ENABLED: 'false' });
    org = await app.organization();
  });
  afterAll(() => app.close());

  const address = async (body: object, client = org.test): Promise<number> =>
    (await client.post('/api/v1/addresses').send(body).expect(201)).body.id;
  const draft = async (body: object, status = 201) => {
    const { id: quote_id } = await newQuote(org.test);
    return (
      await org.test
        .post('/api/v1/freight')
        .send({ quote_id, ...body })
        .expect(status)
    ).body;
  };

  it('requires a read scope for the addresses', async () => {
    const address_id = await address({ ...DOCK, instructions: 'Gate code 9' });
    const { id: quote_id } = await newQuote(org.test);
    const keys = app.app.get(ApiKeysService);
    const writer = app.client((await keys.create(org.id, 'test', { scopes: ['freight.write'] })).key);
    const drafts = () => org.test.get('/api/v1/freight').then(({ body }) => body);
    const before = await drafts();
    for (const side of ['ship_from', 'ship_to']) {
      const body = { quote_id, [side]: { address_id } };
      const { body: refused } = await writer.post('/api/v1/freight').send(body).expect(403);
      expect(refused.error).toMatchObject({
        code: 'insufficient_scope',
        param: `${side}.address_id`,
        message: `The API key lacks the scope addresses.read, which ${side}.address_id requires.`,
      });
      expect(await drafts()).toEqual(before);
    }
    const { body: freight } = await writer.post('/api/v1/freight').send({ quote_id }).expect(201);
    const path = `/api/v1/freight/${freight.id}`;
    const change = { ship_to: { address_id } };
    await writer.patch(path).send(change).expect(403);
    const scopes = ['freight.write', 'addresses.read'];
    const reader = app.client((await keys.create(org.id, 'test', { scopes })).key);
    const { body: changed } = await reader.patch(path).send(change).expect(200);
    expect(changed.ship_to.company).toBe(DOCK.company);
  });

  it('gets its parties and instructions from the addresses', async () => {
    const from = await address({ ...BARE, instructions: 'Gate 4' });
    const to = await address({ ...DOCK, instructions: 'Ring twice' });
    const freight = await draft({
      ship_from: { address_id: from, company: 'Acme' },
      ship_to: { address_id: to },
    });
    expect(freight).toMatchObject({
      ship_from: { company: 'Acme', ...BARE },
      ship_to: DOCK,
      destination: DOCK,
      special_instructions: 'Pickup: Gate 4\nDelivery: Ring twice',
    });
    expect(freight.ship_to).not.toHaveProperty('address_id');
    await org.test.patch(`/api/v1/addresses/${to}`).send({ company: 'Elsewhere' }).expect(200);
    await org.test.delete(`/api/v1/addresses/${from}`).expect(200);
    expect((await org.test.get(`/api/v1/freight/${freight.id}`).expect(200)).body).toEqual(freight);
  });

  describe('with hours', () => {
    const HOURS = { open: '08:00', close: '15:30' };
    const WINDOW = { ready_time: '08:00', close_time: '15:30' };
    const patch = async (id: number, body: object) =>
      (await org.test.patch(`/api/v1/freight/${id}`).send(body).expect(200)).body;
    const freight = { description: 'Parts' };

    it('uses the hours for pickup unless booking sets a window, and shows delivery hours to the driver', async () => {
      const from = await address({ ...BARE, company: 'Acme', phone: '555-0101', hours: HOURS });
      const to = await address({ ...DOCK, hours: HOURS, instructions: 'Ring twice' });
      const parties = { ship_from: { address_id: from }, ship_to: { address_id: to }, freight };
      const [first, second] = [await draft(parties), await draft(parties)];
      expect(first).toMatchObject({
        pickup: { ...WINDOW, status: 'none' },
        special_instructions: 'Delivery (08:00–15:30): Ring twice',
      });
      const book = async (id: number, body: object) =>
        (await org.test.post(`/api/v1/freight/${id}/book`).send(body).expect(200)).body.pickup;
      expect(await book(first.id, {})).toMatchObject({ ...WINDOW, status: 'confirmed' });
      const own = { ready_time: '09:00', close_time: '12:00' };
      expect(await book(second.id, { pickup: own })).toMatchObject(own);
    });

    it('gets the hours of a replacing address, or none', async () => {
      const [open, other, without] = [
        await address({ ...BARE, hours: HOURS }),
        await address({ ...BARE, hours: { open: '10:00', close: '12:00' } }),
        await address(BARE),
      ];
      const { id } = await draft({ ship_from: { address_id: open } });
      expect((await patch(id, { ship_from: { phone: '1' } })).pickup).toMatchObject(WINDOW);
      expect((await patch(id, { ship_from: { address_id: other } })).pickup.ready_time).toBe('10:00');
      expect((await patch(id, { ship_from: { address_id: without } })).pickup.ready_time).toBeNull();
      await patch(id, { ship_from: { address_id: open } });
      expect((await patch(id, { ship_from: null })).pickup.ready_time).toBeNull();
    });

    it('shows delivery hours without other instructions', async () => {
      const to = await address({ ...DOCK, hours: HOURS });
      expect((await draft({ ship_to: { address_id: to } })).special_instructions).toBe(
        'Delivery (08:00–15:30)',
      );
    });
  });

  describe('that require accessorials', () => {
    const SCHOOL = {
      ...DOCK,
      location_type: 'limited_access',
      limited_access: 'school',
      accessorials: { destination_liftgate: true, delivery_appointment: true, origin_liftgate: true },
    };
    const unquoted = ({ warnings }: { warnings: { code: string; param: string; message: string }[] }) =>
      warnings.filter(({ code }) => code === 'accessorials_not_quoted');

    it('warns of accessorials that the quote lacks, on draft, change and booking', async () => {
      const to = await address(SCHOOL);
      const parts = {
        ship_from: { ...BARE, company: 'Acme', phone: '555-0101' },
        freight: { description: 'x' },
      };
      const { id, warnings } = await draft({ ...parts, ship_to: { address_id: to } });
      const [warning, ...more] = unquoted({ warnings });
      expect(more).toEqual([]);
      expect(warning).toMatchObject({ param: 'ship_to.address_id' });
      for (const name of ['destination_liftgate', 'delivery_appointment', 'limited_access_delivery'])
        expect(warning!.message).toContain(name);
      expect(warning!.message).not.toContain('origin_liftgate');
      const patch = async (body: object) =>
        unquoted((await org.test.patch(`/api/v1/freight/${id}`).send(body).expect(200)).body);
      expect(await patch({ ship_to: { phone: '555-0102' } })).toEqual([warning]);
      expect(await patch({ ship_to: { address_id: await address(DOCK) } })).toEqual([]);
      expect(await patch({ ship_to: { address_id: to } })).toEqual([warning]);
      const { body } = await org.test.post(`/api/v1/freight/${id}/book`).expect(200);
      expect(unquoted(body)).toEqual([warning]);
    });

    it('has no warning if the quote has the accessorials or the side needs none', async () => {
      const to = await address(SCHOOL);
      const { id: quote_id } = await newQuote(org.test, { destination: { address_id: to } });
      const { body } = await org.test
        .post('/api/v1/freight')
        .send({ quote_id, ship_to: { address_id: to } })
        .expect(201);
      expect(unquoted(body)).toEqual([]);
      const from = await address({ ...BARE, accessorials: { destination_liftgate: true } });
      expect(unquoted(await draft({ ship_from: { address_id: from } }))).toEqual([]);
    });
  });

  it('prefers its own values, including null', async () => {
    const to = await address({ ...DOCK, instructions: 'Ring twice' });
    const freight = await draft({
      ship_to: { address_id: to, phone: null },
      special_instructions: 'Mind the dog',
    });
    expect(freight.special_instructions).toBe('Mind the dog');
    expect(freight.ship_to).not.toHaveProperty('phone');
  });

  it('replaces an address as a whole in a PATCH', async () => {
    const freight = await draft({ ship_to: DOCK });
    const { phone: _phone, email: _email, contact: _contact, ...rest } = DOCK;
    const address_id = await address({ ...rest, company: 'Other' });
    const change = { ship_to: { address_id, contact: 'Ann' } };
    const { body } = await org.test.patch(`/api/v1/freight/${freight.id}`).send(change).expect(200);
    expect(body.ship_to).toEqual({ ...rest, country: 'US', company: 'Other', contact: 'Ann' });
    expect(body.ship_from).toEqual(freight.ship_from);
  });

  it('is rejected with an unknown address, another tenant’s or the other mode’s', async () => {
    const other = await app.organization();
    for (const address_id of [await address(DOCK, other.test), await address(DOCK, org.live), 987_654_321]) {
      const { error } = await draft({ ship_to: { address_id } }, 400);
      expect(error).toMatchObject({ code: 'unknown_reference', param: 'ship_to.address_id' });
    }
  });
});
