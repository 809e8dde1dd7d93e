import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { newFreight } from '../support/factories.js';
import { buildJpeg, buildPng } from '../support/images.js';

const pdf = (text: string): Buffer => Buffer.from(`%PDF-1.4\n% ${text}\n%%EOF\n`);

describe('the document quota', () => {
  it('holds for concurrent uploads to several shipments', async () => {
    const bytes = pdf('x'.repeat(1_000));
    const app = await startApp({ QUOTA_DOCUMENT_BYTES: String(bytes.length * 2) });
    try {
      const { test } = await app.organization();
      const shipments = [];
      for (let count = 0; count < 5; count++) shipments.push((await newFreight(test)).id);
      const answers = await Promise.all(
        shipments.map((id) =>
          test.post(`/api/v1/freight/${id}/documents`).set('Content-Type', 'application/pdf').send(bytes),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422, 422]);
    } finally {
      await app.close();
    }
  });
});

describe('shipment documents', () => {
  let app: TestApp;
  let org: TestOrganization;
  let path: string;

  beforeAll(async () => {
    app = await startApp({ QUOTA_DOCUMENT_BYTES: '20000' });
    org = await app.organization();
    path = `/api/v1/freight/${(await newFreight(org.test)).id}/documents`;
  });
  afterAll(() => app.close());

  const upload = (bytes: Buffer, type: string, what = 'pod') =>
    org.test.post(`${path}?type=${what}`).set('Content-Type', type).send(bytes);

  it('can be uploaded, listed, downloaded byte for byte and deleted', async () => {
    const bytes = pdf('signed by Bob');
    const created = await upload(bytes, 'application/pdf').expect(201);
    expect(created.body).toMatchObject({
      object: 'freight_document',
      type: 'pod',
      content_type: 'application/pdf',
      size_bytes: bytes.length,
    });
    const own = `${path}/${created.body.id}`;
    expect(created.headers.location).toBe(own);
    await upload(buildPng(8, 8), 'image/png', 'photo').expect(201);
    const list = await org.test.get(path).expect(200);
    expect(list.body.data.map(({ type }: { type: string }) => type)).toEqual(['photo', 'pod']);
    const pods = await org.test.get(`${path}?type=pod`).expect(200);
    expect(pods.body.data).toEqual([created.body]);
    const file = await org.test.get(own).buffer(true).expect(200);
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; filename="pod-\d+-\d+\.pdf"$/),
      'x-content-type-options': 'nosniff',
    });
    expect(Buffer.compare(file.body as Buffer, bytes)).toBe(0);
    const gone = await org.test.delete(own).expect(200);
    expect(gone.body).toEqual({ object: 'freight_document', id: created.body.id, deleted: true });
    await org.test.get(own).expect(404);
  });

  it('are stored once for repeated uploads of the same bytes', async () => {
    const bytes = pdf('weighed');
    const send = () => upload(bytes, 'application/pdf', 'weight_certificate').set('Idempotency-Key', 'weigh');
    const first = await send().expect(201);
    expect((await send().expect(201)).headers['idempotent-replayed']).toBe('true');
    const again = await upload(bytes, 'application/pdf').expect(200);
    expect(again.body).toEqual(first.body);
    await upload(pdf('other'), 'application/pdf').set('Idempotency-Key', 'weigh').expect(409);
  });

  it.each([
    ['text', Buffer.from('hello'), 'application/pdf'],
    ['a PDF that was cut', Buffer.from('%PDF-1.4\nhalf'), 'application/pdf'],
    ['nothing', Buffer.alloc(0), 'image/png'],
  ])('are rejected if the body is %s, whatever its declared type', async (_name, bytes, type) => {
    const { body } = await upload(bytes, type).expect(400);
    expect(body.error).toMatchObject({ code: 'invalid_file', param: 'file' });
  });

  it('have the type of their bytes and belong to the owner of the shipment', async () => {
    const named = await upload(buildJpeg(4, 4), 'image/png', 'photo').expect(201);
    expect(named.body.content_type).toBe('image/jpeg');
    await org.test
      .post(`${path}?type=secret`)
      .set('Content-Type', 'image/png')
      .send(buildPng(1, 1))
      .expect(400);
    const unnamed = await org.test
      .post(path)
      .set('Content-Type', 'image/png')
      .send(buildPng(1, 1))
      .expect(201);
    expect(unnamed.body.type).toBe('other');
    await upload(pdf('x'), 'text/plain').expect(415);
    const { body } = await upload(pdf('x'.repeat(21_000)), 'application/pdf').expect(422);
    expect(body.error.code).toBe('quota_exceeded');
    const other = await app.organization();
    await other.test.get(path).expect(404);
    await other.test.get(`${path}/${named.body.id}`).expect(404);
    const elsewhere = (await newFreight(org.test)).id;
    await org.test.get(`/api/v1/freight/${elsewhere}/documents/${named.body.id}`).expect(404);
  });
});
