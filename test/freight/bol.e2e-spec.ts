import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { listFreightEvents } from '../support/freight-events.js';
import { freightRequest, newFreight, newQuote, SHIP_DATE } from '../support/factories.js';
import { parsePdfPages, joinTexts } from '../support/printed-pdf.js';

describe('the bill of lading', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp({ PROCESS_ROLE: 'api' });
    org = await app.organization();
  });
  afterAll(() => app.close());

  const bolOf = async (id: number) => (await org.test.get(`/api/v1/freight/${id}/bol`).expect(200)).body;

  it('follows the draft and is frozen at booking, except for later details', async () => {
    const { id } = await newFreight(org.test);
    const draft = await bolOf(id);
    expect(draft).toMatchObject({ status: 'draft', pro_number: null, ship_date: SHIP_DATE });
    await org.test
      .patch(`/api/v1/freight/${id}`)
      .send({ ship_from: { contact: 'New' } })
      .expect(200);
    expect((await bolOf(id)).ship_from.contact).toBe('New');
    const { body: booked } = await org.test.post(`/api/v1/freight/${id}/book`).expect(200);
    const final = await bolOf(id);
    expect(final).toMatchObject({
      status: 'final',
      bol_number: draft.bol_number,
      pro_number: booked.pro_number,
      ship_date: booked.pickup_date,
    });
    await app.sql.query(`UPDATE freight SET ship_from = ship_from || '{"contact":"Forged"}' WHERE id = $1`, [
      id,
    ]);
    await app.sql.query(`UPDATE quotes SET items = '[]' WHERE id = $1`, [booked.quote.id]);
    expect(await bolOf(id)).toEqual(final);
    await org.test.post(`/api/v1/freight/${id}/cancel`).expect(200);
    expect(await bolOf(id)).toEqual({ ...final, status: 'void' });
  });

  it('shows the current pickup instructions and the kind of limited access', async () => {
    const { id: quote } = await newQuote(org.test, { limited_access: { delivery: 'school' } });
    const { body } = await org.test.post('/api/v1/freight').send(freightRequest(quote)).expect(201);
    const path = `/api/v1/freight/${body.id}`;
    expect(await bolOf(body.id)).toMatchObject({
      pickup_instructions: null,
      limited_access: { delivery: 'school' },
    });
    const window = { ready_time: '09:00', close_time: '16:30' };
    await org.test
      .post(`${path}/book`)
      .send({ pickup: { ...window, instructions: 'Dock 4, ring twice' } })
      .expect(200);
    const printed = async () => {
      const { body: pdf } = await org.test.get(`${path}/bol/pdf`).expect(200);
      return (await parsePdfPages(pdf)).map(joinTexts).join(' ');
    };
    const paper = await printed();
    for (const words of ['Gate code 123', 'Pickup: Dock 4, ring twice', 'Limited access delivery: School'])
      expect(paper).toContain(words);
    await org.test.post(`${path}/pickup`).send({ instructions: 'Dock 5' }).expect(200);
    expect((await bolOf(body.id)).pickup_instructions).toBe('Dock 5');
    expect(await printed()).toContain('Pickup: Dock 5');
  });

  it('publishes one event at its first PDF, even for concurrent requests', async () => {
    const { id } = await newFreight(org.test);
    const { body: draft } = await org.test.get(`/api/v1/freight/${id}`).expect(200);
    const download = () => org.test.get(`/api/v1/freight/${id}/bol/pdf`).expect(200);
    const pdfs = await Promise.all([download(), download(), download()]);
    for (const { headers, body } of pdfs) {
      expect(headers['content-type']).toBe('application/pdf');
      expect(headers['content-disposition']).toBe(`inline; filename="bol-${draft.bol_number}.pdf"`);
      expect(body.subarray(0, 5).toString()).toBe('%PDF-');
    }
    const labels = await org.test.get(`/api/v1/freight/${id}/labels/pdf`).expect(200);
    expect(labels.headers['content-disposition']).toBe(`inline; filename="labels-${draft.bol_number}.pdf"`);
    await org.test.post(`/api/v1/freight/${id}/book`).expect(200);
    await download();
    const [first, ...others] = await listFreightEvents(app, id);
    expect(first).toEqual({
      type: 'bol.generated',
      data: {
        bol: expect.objectContaining({ object: 'bol', freight_id: id, status: 'draft' }),
        shipment: draft,
      },
    });
    expect(others.map(({ type }) => type)).toEqual(['shipment.booked']);
  });

  it('returns 404 to other organizations', async () => {
    const { id } = await newFreight(org.test);
    await org.live.get(`/api/v1/freight/${id}/bol`).expect(404);
    await org.live.get(`/api/v1/freight/${id}/bol/pdf`).expect(404);
  });
});
