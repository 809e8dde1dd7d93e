import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { createDatabase } from '../support/database.js';
import { startService, type ServiceProcess } from '../support/service-process.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';

interface EventTypeRow {
  object: string;
  type: string;
  description: string;
  schema: object;
  sample: object;
}

describe('event types', () => {
  let app: TestApp;
  let org: TestOrganization;
  let types: EventTypeRow[];

  let service: ServiceProcess;

  beforeAll(async () => {
    const DATABASE_URL = await createDatabase();
    app = await startApp({ PROCESS_ROLE: 'api', DATABASE_URL });
    org = await app.organization();
    // Only the built service has the types of all properties.
    service = await startService({ PROCESS_ROLE: 'api', DATABASE_URL });
    const response = await fetch(`${service.url}/api/v1/event-types`, {
      headers: { Authorization: `Bearer ${org.testKey}` },
    });
    types = ((await response.json()) as { data: EventTypeRow[] }).data;
  });
  afterAll(async () => {
    await service?.stop();
    await app?.close();
  });

  it('are listed by name with a description', () => {
    const names = types.map(({ type }) => type);
    expect(names).toEqual(names.toSorted());
    expect(names).toEqual(
      expect.arrayContaining(['quote.created', 'shipment.delivered', 'webhook.disabled']),
    );
    for (const { object, description } of types) {
      expect(object).toBe('event_type');
      expect(description).toMatch(/^[A-Z].*\.$/);
    }
  });

  it('have a self-contained schema that their sample satisfies', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    for (const { type, schema, sample } of types) {
      expect(JSON.stringify(schema)).not.toContain('#/components');
      const validate = ajv.compile(schema);
      validate(sample);
      expect({ type, errors: validate.errors }).toEqual({ type, errors: null });
      expect(validate([sample])).toBe(false);
    }
  });

  it('need the scope events.read', async () => {
    const { body } = await org.test.post('/api/v1/keys').send({ name: 'narrow', scopes: ['quotes.read'] });
    const { body: refused } = await app.client(body.key).get('/api/v1/event-types').expect(403);
    expect(refused.error.code).toBe('insufficient_scope');
  });
});
