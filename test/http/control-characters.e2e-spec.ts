import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { operations, type Json } from '../support/openapi-document.js';
import { newFreight } from '../support/factories.js';

const REQUESTS = 300;

/** C0 and C1 controls, and characters that change how a printed line reads. */
const UNPRINTABLE = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0x202a, 0x202e],
  [0x2066, 0x2069],
].flatMap(([first, last]) =>
  Array.from({ length: last! - first! + 1 }, (_, index) => String.fromCharCode(first! + index)),
);
const LINE_BREAKS = ['\n', '\r'];

interface Sent {
  path: string;
  method: 'post' | 'put' | 'patch';
  body: Json;
  /** The path of a string in the body. */
  place: string[];
}

/** Every string of every documented request example. */
const texts: Sent[] = operations.flatMap(({ path, method, requestBody }) => {
  const examples = requestBody?.content['application/json']?.examples ?? {};
  return Object.values(examples).flatMap((example) => {
    const body = (example as { value: Json }).value;
    const sent = { path: path.replace(/\{\w+\}/g, '1'), method: method as Sent['method'], body };
    return listTextPaths(body, []).map((place) => ({ ...sent, place }));
  });
});

function listTextPaths(value: unknown, place: string[]): string[][] {
  if (typeof value === 'string') return [place];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => listTextPaths(child, [...place, key]));
}

function toParam(place: string[]): string {
  return place.map((key, index) => (/^\d+$/.test(key) ? `[${key}]` : `${index ? '.' : ''}${key}`)).join('');
}

/** Inserts a character into one string of the body. */
function insertCharacter({ body, place }: Sent, char: string, at: number): Json {
  const copy = structuredClone(body);
  const owner = place
    .slice(0, -1)
    .reduce((value, key) => value[key] as Record<string, unknown>, copy as Record<string, unknown>);
  const text = owner[place.at(-1)!] as string;
  const index = at % (text.length + 1);
  owner[place.at(-1)!] = text.slice(0, index) + char + text.slice(index);
  return copy;
}

describe('text in requests', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp({ PROCESS_ROLE: 'api' });
    org = await app.organization();
  });
  afterAll(() => app.close());

  it('is rejected with its position if it contains a control character or bidirectional override', async () => {
    expect(texts.length).toBeGreaterThan(50);
    const anyText = fc.constantFrom(...texts);
    await fc.assert(
      fc.asyncProperty(anyText, fc.constantFrom(...UNPRINTABLE), fc.nat(500), async (sent, char, at) => {
        fc.pre(!(LINE_BREAKS.includes(char) && sent.place.at(-1)!.endsWith('instructions')));
        const { status, body } = await org.test[sent.method](sent.path)
          .set('Content-Type', 'application/json')
          .send(JSON.stringify(insertCharacter(sent, char, at)));
        // Errors in free-form objects such as metadata name the whole object.
        const param = (body as { error?: { param?: string } }).error?.param ?? '';
        expect({ status, at: param && toParam(sent.place).startsWith(param) }).toEqual({
          status: 400,
          at: true,
        });
      }),
      { numRuns: REQUESTS, endOnFailure: true },
    );
  }, 120_000);

  it('keeps all other characters, and the line breaks of instructions', async () => {
    const company = 'Ünïcödé 東京 \u200fשלום\u200e 🚚 ½”';
    const { id } = await newFreight(org.test, {
      ship_from: { company },
      special_instructions: 'Dock 4\r\nCall first\n\nRing twice',
    });
    const { body } = await org.test.get(`/api/v1/freight/${id}`).expect(200);
    expect(body.ship_from.company).toBe(company);
    expect(body.special_instructions).toBe('Dock 4\r\nCall first\n\nRing twice');
  });

  it('is reported as one fault next to other faults', async () => {
    const { body } = await org.test
      .post('/api/v1/freight')
      .send({ ship_from: { company: 'a\tb' }, bill_to: { note: 'c\td' } })
      .expect(400);
    expect(body.error.errors.map(({ param }: { param: string }) => param).sort()).toEqual([
      'quote_id',
      'ship_from.company',
    ]);
  });

  it('is validated in queries too', async () => {
    const { body } = await org.test.get('/api/v1/freight?status=draft%E2%80%AE').expect(400);
    expect(body.error.param).toBe('status');
  });
});
