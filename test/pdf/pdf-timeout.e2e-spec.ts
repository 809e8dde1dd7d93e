import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { newFreight } from '../support/factories.js';

describe('a PDF that cannot be printed in time', () => {
  let app: TestApp;
  let org: TestOrganization;
  let id: number;
  let invoice: number;

  beforeAll(async () => {
    app = await startApp({ PROCESS_ROLE: 'api', PDF_DEADLINE: '1ms' });
    org = await app.organization();
    ({ id } = await newFreight(org.test));
    await org.test.post('/api/v1/sandbox/simulate/shipment.delivered').send({ shipment_id: id }).expect(200);
    const { body } = await org.test.get(`/api/v1/invoices?freight_id=${id}`).expect(200);
    invoice = (body as { data: { id: number }[] }).data[0]!.id;
  });
  afterAll(() => app.close());

  it('returns 503 with Retry-After for every document type', async () => {
    const papers = ['freight', 'shipments'].flatMap((name) => [
      `${name}/${id}/bol/pdf`,
      `${name}/${id}/labels/pdf`,
    ]);
    const answers = [
      ...(await Promise.all(
        [...papers, `invoices/${invoice}/pdf`].map((path) => org.test.get(`/api/v1/${path}`)),
      )),
      await org.test.post('/api/v1/documents').send({ freight_ids: [id], documents: ['bol'] }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503, 503]);
    for (const { status, body, headers } of answers) {
      expect({ status, code: body.error?.code, wait: headers['retry-after'] }).toEqual({
        status: 503,
        code: 'pdf_busy',
        wait: '5',
      });
    }
  });
});
