import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { newFreight, newQuote, rateRequest } from '../support/factories.js';

const MAX_ID = Number.MAX_SAFE_INTEGER;
const JSON_TYPE = ['Content-Type', 'application/json'] as const;
const ITEM = { weight: 500, freight_class: '92.5', length: 48, width: 40, height: 48 };

describe('validation errors', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp({ PROCESS_ROLE: 'api' });
    org = await app.organization();
  });
  afterAll(() => app.close());

  describe('for ids', () => {
    it('have the same range in a body, a query and a path', async () => {
      const sent = { body: rateRequest({ customer_id: MAX_ID }), id: String(MAX_ID) };
      const { body } = await org.test.post('/api/v1/quotes').send(sent.body).expect(201);
      expect(body.data[0].customer_id).toBe(MAX_ID);
      const { body: list } = await org.test.get(`/api/v1/quotes?customer_id=${sent.id}`).expect(200);
      expect(list.data[0].customer_id).toBe(MAX_ID);
      await org.test.get(`/api/v1/quotes?starting_after=${sent.id}`).expect(200);
      await org.test.get(`/api/v1/quotes?ending_before=${sent.id}`).expect(200);
      await org.test.get(`/api/v1/quotes/${sent.id}`).expect(404);
    });

    it.each(['9007199254740992', '9007199254740993', '99999999999999999999', '9'.repeat(400)])(
      'name the range for %s',
      async (id) => {
        for (const param of ['customer_id', 'starting_after', 'ending_before']) {
          const { body } = await org.test.get(`/api/v1/quotes?${param}=${id}`).expect(400);
          expect(body.error).toMatchObject({
            code: 'invalid_value',
            param,
            message: `${param} must be a whole number from 0 to ${MAX_ID}.`,
          });
        }
        const text = JSON.stringify(rateRequest()).replace('{', `{"customer_id":${id},`);
        const { body } = await org.test
          .post('/api/v1/quotes')
          .set(...JSON_TYPE)
          .send(text)
          .expect(400);
        expect(body.error.message).toBe(`customer_id must be a whole number from 0 to ${MAX_ID}.`);
        await org.test.get(`/api/v1/quotes/${id}`).expect(404);
      },
    );
  });

  describe('list every fault', () => {
    const faultsOf = (body: { error: { errors: { param?: string; code: string }[] } }) =>
      body.error.errors.map(({ param, code }) => [param, code]);

    it('of a body in order, with the first one as the error itself', async () => {
      const sent = {
        origin: { city: 'Los Angeles', state: 'XX', zip: '90001' },
        items: [ITEM, { ...ITEM, weight: 'much', stackabel: true }, { ...ITEM, height: undefined }],
        accessorials: { hazmatt: true },
        reference: 'a\0b',
      };
      const { body } = await org.test.post('/api/v1/quotes').send(sent).expect(400);
      const { errors, ...first } = body.error;
      expect(faultsOf(body).sort()).toEqual([
        ['accessorials.hazmatt', 'unknown_parameter'],
        ['destination', 'missing_parameter'],
        ['items[1].stackabel', 'unknown_parameter'],
        ['items[1].weight', 'invalid_value'],
        ['items[2].height', 'missing_parameter'],
        ['origin.state', 'invalid_value'],
      ]);
      expect(errors[0]).toEqual({ param: first.param, code: first.code, message: first.message });
      for (const { param, message } of errors) expect(message).toContain(param);
    });

    it('of a query, and one without a param', async () => {
      const { body } = await org.test.get('/api/v1/quotes?limit=0&colour=red').expect(400);
      expect(faultsOf(body).sort()).toEqual([
        ['colour', 'unknown_parameter'],
        ['limit', 'invalid_value'],
      ]);
      const broken = await org.test
        .post('/api/v1/quotes')
        .set(...JSON_TYPE)
        .send('{')
        .expect(400);
      const { code, message } = broken.body.error;
      expect(broken.body.error.errors).toEqual([{ code, message }]);
    });

    it('even if there are a thousand', async () => {
      const items = Array.from({ length: 500 }, () => ({}));
      const { body } = await org.test.post('/api/v1/quotes').send(rateRequest({ items })).expect(400);
      expect(body.error.errors).toHaveLength(1_000);
    });

    it('only on 400 and booking_incomplete', async () => {
      const { body } = await org.test.get('/api/v1/quotes/999999').expect(404);
      expect(body.error.errors).toBeUndefined();
    });
  });

  describe('state the rule', () => {
    it.each([
      ['/quotes?limit=1&limit=2', 'limit', 'limit was sent more than once. Send it once.'],
      ['/quotes?status=active&status=booked', 'status', 'status was sent more than once. Send it once.'],
      ['/quotes?limit=ten', 'limit', 'limit must be a whole number from 1 to 100.'],
      ['/quotes?limit=101', 'limit', 'limit must be a whole number from 1 to 100.'],
      ['/quotes?limit=1.5', 'limit', 'limit must be a whole number from 1 to 100.'],
    ])('of a query: %s', async (path, param, message) => {
      const { body } = await org.test.get(`/api/v1${path}`).expect(400);
      expect(body.error).toMatchObject({ code: 'invalid_value', param, message });
    });

    it.each([
      [{ items: [{ ...ITEM, weight: '500' }] }, 'items[0].weight must be a number, not text.'],
      [{ items: [{ ...ITEM, weight: null }] }, 'items[0].weight must be a number, not null.'],
      [{ items: [{ ...ITEM, freight_class: 92.5 }] }, 'items[0].freight_class must be text, not a number.'],
      [{ items: [{ ...ITEM, pieces: 1.5 }] }, 'items[0].pieces must be a whole number from 1 to 99999.'],
      [
        { items: [{ ...ITEM, pieces: '2' }] },
        'items[0].pieces must be a whole number from 1 to 99999, not text.',
      ],
      [{ items: {} }, 'items must be a list, not an object.'],
      [{ origin: [] }, 'origin must be an object, not a list.'],
      [{ origin: 'Los Angeles' }, 'origin must be an object, not text.'],
      [{ accessorials: { hazmat: 'yes' } }, 'accessorials.hazmat must be true or false, not text.'],
      [
        { destination: { city: true, state: 'IL', zip: '60601' } },
        'destination.city must be text, not true.',
      ],
    ])('of a body: %j', async (changes, message) => {
      const { body } = await org.test.post('/api/v1/quotes').send(rateRequest(changes)).expect(400);
      expect(body.error).toMatchObject({ code: 'invalid_value', message });
    });

    it('for a number that overflows', async () => {
      const text = JSON.stringify(rateRequest()).replace('"weight":500', '"weight":1e999');
      const { body } = await org.test
        .post('/api/v1/quotes')
        .set(...JSON_TYPE)
        .send(text)
        .expect(400);
      expect(body.error.message).toBe('items[0].weight must not be greater than 100,000 pounds.');
    });
  });

  describe('for unknown names', () => {
    const quote = (changes: object) => org.test.post('/api/v1/quotes').send(rateRequest({ ...changes }));

    it.each([
      ['get', '/quotes?customer=7', 'customer'],
      ['get', '/quotes?limit[]=7', 'limit[]'],
      ['get', '/quotes/1?expand=carrier', 'expand'],
      ['get', '/sandbox/status?limit=1', 'limit'],
      ['post', '/quotes?customer_id=7', 'customer_id'],
      ['post', '/sandbox/simulate/quote.expired?aply=false', 'aply'],
      ['get', '/shipments?color=red&color=blue', 'color'],
    ] as const)('include a query parameter: %s %s', async (method, path, param) => {
      const { body } = await org.test[method](`/api/v1${path}`).expect(400);
      expect(body.error).toMatchObject({ param });
      expect(['unknown_parameter', 'invalid_value']).toContain(body.error.code);
    });

    it('exclude query parameters of health checks', async () => {
      await app.client().get('/health/live?probe=1').expect(200);
    });

    it.each([
      ['in an item', { items: [ITEM, { ...ITEM, wieght: 5 }] }, 'items[1].wieght'],
      ['among the accessorials', { accessorials: { lift_gate: true } }, 'accessorials.lift_gate'],
    ])(
      'include a field of a quote request that could change its price: %s',
      async (_name, changes, param) => {
        const { body } = await quote(changes).expect(400);
        expect(body.error).toMatchObject({
          code: 'unknown_parameter',
          param,
          message: `${param} is not a known parameter.`,
        });
      },
    );

    it('exclude other body fields unless the client requests strict handling', async () => {
      const origin = { city: 'Los Angeles', state: 'CA', zip: '90001', color: 'red' };
      await quote({ origin, color: 'red', constructor: 5 }).expect(201);
      const { body } = await quote({ origin }).set('Prefer', 'handling=strict').expect(400);
      expect(body.error).toMatchObject({ code: 'unknown_parameter', param: 'origin.color' });
    });

    it('are listed in a header and in the warnings of a quote if they are ignored', async () => {
      const origin = { city: 'Los Angeles', state: 'CA', zip: '90001', 'dock, no': 4 };
      const ignored = ['origin.dock%2C%20no', 'shipdate', 'größe'.replaceAll(/[öß]/g, encodeURIComponent)];
      const { body, headers } = await quote({ origin, shipdate: '2026-11-27', größe: 3 }).expect(201);
      expect(headers['ignored-fields']!.split(', ').toSorted()).toEqual(ignored.toSorted());
      for (const { warnings } of [body, ...body.data]) {
        const fields = warnings.filter(({ code }: { code: string }) => code === 'ignored_field');
        expect(fields.map(({ param }: { param: string }) => param).toSorted()).toEqual(ignored.toSorted());
        expect(fields[0]!.message).toBe(
          `${fields[0]!.param} is not a known field and was ignored. Check its name.`,
        );
      }
      const known = await quote({}).expect(201);
      expect(known.headers['ignored-fields']).toBeUndefined();
      expect(JSON.stringify(known.body)).not.toContain('ignored_field');
    });

    it('are listed in the header of an idempotent replay', async () => {
      const send = () =>
        org.test
          .post('/api/v1/addresses')
          .set('Idempotency-Key', 'ignored fields')
          .send({ address: '1 Main St', city: 'Reno', state: 'NV', zip: '89501', dock: 4 })
          .expect(201);
      for (const { headers } of [await send(), await send()]) expect(headers['ignored-fields']).toBe('dock');
    });

    it.each([
      ['post', '/addresses', { address: '1 Main St', city: 'Reno', state: 'NV', zip: '89501' }],
      ['post', '/products', { sku: 'MP-24' }],
      ['post', '/webhooks', { url: 'https://example.com/hook', events: ['*'] }],
      ['post', '/tracking', { carrier: 'SIM1', tracking_number: '123456785' }],
      ['patch', '/organization', {}],
      ['post', '/freight-classes/suggest', { items: [{ weight: 500, length: 48, width: 40, height: 48 }] }],
    ] as const)(
      'are ignored with a header, or refused with strict handling: %s %s',
      async (method, path, body) => {
        const send = () => org.test[method](`/api/v1${path}`).send({ ...body, enabeled: true });
        const ignored = await send();
        expect(ignored.status).toBeLessThan(300);
        expect(ignored.headers['ignored-fields']).toBe('enabeled');
        const { body: refused } = await send().set('Prefer', 'handling=strict').expect(400);
        expect(refused.error).toMatchObject({ code: 'unknown_parameter', param: 'enabeled' });
      },
    );

    it('list a limited number of them', async () => {
      const many = Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`k${n}`, 1]));
      const outside = await quote(many).expect(400);
      expect(outside.body.error).toMatchObject({
        code: 'invalid_value',
        message: 'The body has more than 500 fields.',
      });
      expect(outside.body.error.param).toBeUndefined();
      const inside = await quote({ origin: { zip: '90001', more: [many] } }).expect(400);
      expect(inside.body.error).toMatchObject({ code: 'invalid_value', param: 'origin.more[0]' });
    });

    it('exclude the fields of a GET response', async () => {
      const { id } = await newFreight(org.test);
      const { body } = await org.test.get(`/api/v1/freight/${id}`).expect(200);
      const { body: same } = await org.test.patch(`/api/v1/freight/${id}`).send(body).expect(200);
      expect(same).toEqual(body);
    });
  });
});

describe('the doc_url of an error', () => {
  it('starts with PUBLIC_URL for any Host header, including errors from Node', async () => {
    const app = await startApp({ PUBLIC_URL: 'https://freight.example.com/lading/' });
    try {
      const org = await app.organization();
      await newQuote(org.test);
      const { body, headers } = await org.test
        .get('/api/v1/quotes/999')
        .set('Host', 'evil.example.com')
        .expect(404);
      expect(body.error.doc_url).toBe('https://freight.example.com/lading/docs/errors#resource_missing');
      expect(headers['strict-transport-security']).toBe('max-age=31536000');
      expect(await sendRawBytes(app.url, 'no HTTP\r\n\r\n')).toContain(
        '"doc_url":"https://freight.example.com/lading/docs/errors#malformed_request"',
      );
    } finally {
      await app.close();
    }
  });
});

/** Returns the response to bytes that Node's parser rejects. */
function sendRawBytes(url: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
    socket.on('end', () => resolve(answer)).on('error', reject);
  });
}
