import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { buildFile, buildPartner, EDI_TYPE } from '../support/edi.js';

const PATH = '/api/v1/edi/partners';

describe('EDI partners', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    org = await app.organization();
  });

  const create = async (changes: Record<string, unknown> = {}) =>
    (await org.test.post(PATH).send(buildPartner(changes)).expect(201)).body;

  it('take the defaults of X12 and of their ids', async () => {
    expect(await create()).toMatchObject({
      object: 'edi_partner',
      name: 'Acme Freight',
      scac: 'ACME',
      gs_id: 'ACME',
      own_gs_id: 'ACMEMFG',
      version: '004010',
      usage: 'P',
      inbound: ['210', '214', '990'],
      outbound: ['997'],
      transport: { type: 'http' },
    });
  });

  it('can be listed, changed and deleted', async () => {
    const { id } = await create();
    await create({ scac: 'OTHR' });
    const { body: list } = await org.test.get(`${PATH}?scac=ACME`).expect(200);
    expect(list.data).toMatchObject([{ id }]);
    const { body: changed } = await org.test.patch(`${PATH}/${id}`).send({ usage: 'T' }).expect(200);
    expect(changed).toMatchObject({ id, usage: 'T', isa_id: 'ACME' });
    const { body: deleted } = await org.test.delete(`${PATH}/${id}`).expect(200);
    expect(deleted).toEqual({ object: 'edi_partner', id, deleted: true });
    await org.test.get(`${PATH}/${id}`).expect(404);
  });

  it('with interchanges cannot be deleted', async () => {
    const { id } = await create();
    await org.test
      .post(`/api/v1/edi/interchanges?partner_id=${id}`)
      .set('Content-Type', EDI_TYPE)
      .send(buildFile({}))
      .expect(201);
    const { body } = await org.test.delete(`${PATH}/${id}`).expect(422);
    expect(body.error.code).toBe('edi_partner_in_use');
  });

  it.each<[string, Record<string, unknown>, string?]>([
    ['scac', { scac: 'TOO LONG' }],
    ['isa_qualifier', { isa_qualifier: 'ZZZ' }],
    ['isa_id', { isa_id: 'A*B' }],
    ['isa_id', { isa_id: 'A234567890123456' }],
    ['own_isa_id', { own_isa_id: undefined }],
    ['version', { version: '003060' }],
    ['inbound', { inbound: ['204'] }],
    ['transport.type', { transport: { type: 'ftp' } }],
    ['map', { map: {} }, 'unknown_parameter'],
  ])('with an invalid %s are rejected', async (param, changes, code = 'invalid_value') => {
    const { body } = await org.test.post(PATH).send(buildPartner(changes)).expect(400);
    expect(body.error.param).toBe(param);
    if (changes[param] !== undefined) expect(body.error.code).toBe(code);
    const { body: list } = await org.test.get(PATH).expect(200);
    expect(list.data).toEqual([]);
  });
});
