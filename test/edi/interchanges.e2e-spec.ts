import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { buildFile, buildPartner, EDI_TYPE, type EdiFile } from '../support/edi.js';

const SET = ['214', ['B10', '700123456', '', 'ACME'], ['LX', '1'], ['AT7', 'X6', 'NS']];
const FILE: Partial<EdiFile> = { sets: [SET] as EdiFile['sets'] };

describe('EDI interchanges', () => {
  let app: TestApp;
  let org: TestOrganization;
  let partnerId: number;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    org = await app.organization();
    const { body } = await org.test.post('/api/v1/edi/partners').send(buildPartner()).expect(201);
    partnerId = body.id;
  });

  const post = (file: string | Buffer, id: number | string = partnerId, client = org.test) =>
    client.post(`/api/v1/edi/interchanges?partner_id=${id}`).set('Content-Type', EDI_TYPE).send(file);

  it('are stored byte for byte', async () => {
    const file = buildFile(FILE);
    const { body, headers } = await post(file).expect(201);
    expect(headers.location).toBe(`/api/v1/edi/interchanges/${body.id}`);
    expect(body.size_bytes).toBe(file.length);
    const raw = await org.test
      .get(`/api/v1/edi/interchanges/${body.id}/raw`)
      .responseType('blob')
      .expect(200);
    expect((raw.body as Buffer).toString()).toBe(file);
    expect(raw.headers['content-type']).toBe(EDI_TYPE);
  });

  it('with the same bytes are the same interchange', async () => {
    const file = buildFile(FILE);
    const { body: first } = await post(file).expect(201);
    const { body: second } = await post(file).expect(200);
    expect(second).toEqual(first);
  });

  it('with the same control number and other bytes wait for a replay', async () => {
    const file = buildFile(FILE);
    const { body: first } = await post(file).expect(201);
    const { body: second } = await post(`${file}\n`).expect(201);
    expect(second).toMatchObject({
      status: 'quarantined',
      documents: [],
      error: { code: 'control_number_reused', offset: null },
    });
    expect(second.error.message).toContain(`Interchange ${first.id} has the same control number`);
    const { body } = await org.test.post(`/api/v1/edi/interchanges/${second.id}/replay`).expect(200);
    expect(body).toMatchObject({ status: 'processed', documents: [{ status: 'unmatched' }] });
    expect(body).not.toHaveProperty('error');
  });

  it.each<[string, (file: string) => string, object]>([
    ['an empty body', () => ' ', { code: 'isa_missing', offset: 0 }],
    ['text', () => 'Hello', { code: 'isa_missing', offset: 0, segment: 1 }],
    [
      'a truncated file',
      (file) => file.slice(0, file.indexOf('SE*')),
      { code: 'interchange_truncated', segment: 6 },
    ],
    [
      'another sender',
      () => buildFile({ ...FILE, isaId: 'OTHER' }),
      {
        code: 'sender_mismatch',
        message: "The file is from 02/OTHER to ZZ/ACMEMFG. The partner's ids are 02/ACME and ZZ/ACMEMFG.",
      },
    ],
    [
      'too many documents',
      () => buildFile({ sets: Array(5_001).fill(['214']) as EdiFile['sets'] }),
      { code: 'too_many_documents' },
    ],
    [
      'a control number that is no number',
      (file) => file.replaceAll('000000001', 'ABCDEFGHI'),
      {
        code: 'isa_invalid',
        message: 'ISA13 is "ABCDEFGHI". It must be a number with 9 digits.',
        segment: 1,
      },
    ],
    ['test data', () => buildFile({ ...FILE, usage: 'T' }), { code: 'usage_mismatch' }],
  ])('with %s are quarantined', async (_name, damage, error) => {
    const { body } = await post(damage(buildFile(FILE))).expect(201);
    expect(body).toMatchObject({ status: 'quarantined', documents: [], error });
    const { body: events } = await org.test.get('/api/v1/events?type=edi.rejected').expect(200);
    expect(events.data).toHaveLength(1);
    const { body: outbound } = await org.test.get('/api/v1/edi/interchanges?direction=outbound').expect(200);
    expect(outbound.data).toEqual([]);
  });

  it("from another GS id than the partner's are quarantined", async () => {
    const { body: partner } = await org.test
      .post('/api/v1/edi/partners')
      .send(buildPartner({ gs_id: 'ACMEGRP' }))
      .expect(201);
    const { body } = await post(buildFile(FILE), partner.id).expect(201);
    expect(body).toMatchObject({
      status: 'quarantined',
      error: { code: 'sender_mismatch', message: 'GS02 is "ACME". The partner\'s gs_id is ACMEGRP.' },
    });
  });

  it.each(['IM', ''])('with a 214 in the group %j are rejected, as is the group', async (groupId) => {
    const { body } = await post(buildFile({ ...FILE, groupId })).expect(201);
    expect(body).toMatchObject({
      status: 'rejected',
      documents: [
        {
          status: 'rejected',
          message: `GS01 is ${JSON.stringify(groupId)}. Send a 214 in a group QM.`,
          errors: [{ segment: null, code: '1' }],
        },
      ],
    });
    const { body: outbound } = await org.test.get('/api/v1/edi/interchanges?direction=outbound').expect(200);
    const raw = await org.test
      .get(`/api/v1/edi/interchanges/${outbound.data[0].id}/raw`)
      .responseType('blob')
      .expect(200);
    expect((raw.body as Buffer).toString().split('~')).toContain('AK9*R*1*1*0*1');
  });

  it('that were quarantined are replaced by another file with their control number', async () => {
    const file = buildFile(FILE);
    await post(file.slice(0, file.indexOf('SE*'))).expect(201);
    expect((await post(file).expect(201)).body.status).toBe('processed');
  });

  it('number their acknowledgments without gaps', async () => {
    for (const control of ['1', '2', '3']) await post(buildFile({ ...FILE, control })).expect(201);
    const { body } = await org.test.get('/api/v1/edi/interchanges?direction=outbound').expect(200);
    expect(body.data.map((one: { control_number: string }) => one.control_number)).toEqual([
      '000000003',
      '000000002',
      '000000001',
    ]);
  });

  it('need a partner of the same organization and mode', async () => {
    const other = await app.organization();
    for (const client of [other.test, org.live]) {
      const { body } = await post(buildFile(FILE), partnerId, client).expect(404);
      expect(body.error.code).toBe('resource_missing');
    }
    const { body } = await org.test
      .post('/api/v1/edi/interchanges')
      .set('Content-Type', EDI_TYPE)
      .send(buildFile(FILE))
      .expect(400);
    expect(body.error).toMatchObject({ param: 'partner_id' });
    await post(buildFile(FILE)).set('Content-Type', 'text/plain').expect(415);
  });

  it('become sent only when a key with edi.write reads them', async () => {
    await post(buildFile(FILE)).expect(201);
    const { body } = await org.test.get('/api/v1/edi/interchanges?direction=outbound').expect(200);
    const [{ id }] = body.data;
    const { body: reader } = await org.test
      .post('/api/v1/keys')
      .send({ scopes: ['edi.read'] })
      .expect(201);
    const get = async () => (await org.test.get(`/api/v1/edi/interchanges/${id}`).expect(200)).body.status;
    await app.client(reader.key).get(`/api/v1/edi/interchanges/${id}/raw`).expect(200);
    expect(await get()).toBe('ready');
    await org.test.head(`/api/v1/edi/interchanges/${id}/raw`).expect(200);
    expect(await get()).toBe('ready');
    await org.test.get(`/api/v1/edi/interchanges/${id}/raw`).expect(200);
    expect(await get()).toBe('sent');
  });

  it('that are outbound cannot be replayed', async () => {
    await post(buildFile(FILE)).expect(201);
    const { body } = await org.test.get('/api/v1/edi/interchanges?direction=outbound').expect(200);
    const refused = await org.test.post(`/api/v1/edi/interchanges/${body.data[0].id}/replay`).expect(422);
    expect(refused.body.error.code).toBe('interchange_not_replayable');
  });
});
