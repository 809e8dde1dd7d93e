import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import '../../src/app/app.module.js';
import { listDefinedEvents } from '../../src/features/events/define-event.js';
import { document, operations, resolveRef, type Json } from '../support/openapi-document.js';

/** Lists every schema in the document with its path. */
function listSchemas(node: unknown, path: string, found: [string, Json][] = []): [string, Json][] {
  if (typeof node !== 'object' || node === null) return found;
  const schema = node as Json;
  if (typeof schema.type === 'string' && schema.properties) found.push([path, schema]);
  for (const [key, child] of Object.entries(node)) {
    if (key !== 'examples' && key !== 'example') listSchemas(child, `${path}/${key}`, found);
  }
  return found;
}

function hasDescription(node: Json): boolean {
  return typeof node.description === 'string' && node.description.trim().length > 0;
}

interface Link {
  operationId: string;
  parameters?: Json;
  'x-request-body'?: Json;
}

function getProperties(schema: Json | undefined): Json {
  return schema ? ((resolveRef(schema).properties ?? {}) as Json) : {};
}

describe('the OpenAPI document', () => {
  it('lists the operations', () => expect(operations.length).toBeGreaterThan(10));

  it('describes every schema and every property', () => {
    const mute = listSchemas(document.components.schemas, '').flatMap(([path, schema]) => {
      const properties = Object.entries(schema.properties as Record<string, Json>);
      const missing = properties.filter(([, property]) => !property.$ref && !hasDescription(property));
      return [...missing.map(([name]) => `${path}.${name}`), ...(hasDescription(schema) ? [] : [path])];
    });
    expect(mute).toEqual([]);
  });

  it('names each operation once, with verb and noun, and describes it', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { operationId, summary, description, tags } of operations) {
      expect(operationId).toMatch(/^[a-z]+[A-Z]\w+$/);
      expect(summary.length).toBeGreaterThan(5);
      expect(description.length).toBeGreaterThan(20);
      expect(tags).toHaveLength(1);
    }
  });

  it('contains no control characters, which YAML parsers reject', () => {
    // oxlint-disable-next-line no-control-regex
    expect(JSON.stringify(document)).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
  });

  it('describes every parameter', () => {
    const mute = operations.flatMap(({ operationId, parameters }) =>
      parameters
        .map((parameter) => resolveRef<typeof parameter>(parameter))
        .filter(({ description }) => !description)
        .map(({ name }) => `${operationId} ${name}`),
    );
    expect(mute).toEqual([]);
  });

  it('declares an Idempotency-Key on every POST and nowhere else', () => {
    for (const { method, parameters } of operations) {
      expect(parameters.some(({ name }) => name === 'Idempotency-Key')).toBe(method === 'post');
    }
  });

  it('links to every operation with an id from a response with that id', () => {
    const answers = operations.flatMap(({ responses }) => Object.values(responses));
    const targets = answers.flatMap(({ links = {} }) => Object.values(links as Record<string, Json>));
    const reached = new Set(targets.map(({ operationId }) => operationId));
    const asked = operations.filter(({ parameters }) =>
      parameters.some((parameter) => parameter.in === 'path' && parameter.name !== 'event_type'),
    );
    expect(asked.map(({ operationId }) => operationId).filter((id) => !reached.has(id))).toEqual([]);
  });

  it('uses only existing operations, parameters and fields in its links', () => {
    const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
    const wrong: string[] = [];
    for (const { operationId, responses } of operations) {
      for (const { links = {} } of Object.values(responses)) {
        for (const link of Object.values(links as Record<string, Link>)) {
          const { parameters = [], requestBody } = byId.get(link.operationId)!;
          const names = [
            ...parameters.map((parameter) => resolveRef<typeof parameter>(parameter).name),
            ...Object.keys(getProperties(requestBody?.content['application/json']?.schema)),
          ];
          const used = Object.keys({ ...link.parameters, ...link['x-request-body'] });
          if (used.length === 0 || used.some((name) => !names.includes(name)))
            wrong.push(`${operationId} → ${link.operationId}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('has an example for every body', () => {
    const bare: string[] = [];
    for (const { operationId, requestBody, responses } of operations) {
      const asked = requestBody?.content['application/json'];
      if (asked && !asked.examples) bare.push(`${operationId} request`);
      for (const [status, response] of Object.entries(responses)) {
        const content = resolveRef<{ content?: Record<string, { examples?: Json }> }>(response).content;
        const json = content?.['application/json'];
        if (json && Object.keys(json.examples ?? {}).length === 0) bare.push(`${operationId} ${status}`);
      }
    }
    expect(bare).toEqual([]);
  });

  it('describes both shapes and strict handling', () => {
    const { description } = document.info;
    for (const name of ['shape-a', 'shape-b'])
      expect(description).toContain(`application/vnd.freight.${name}+json`);
    expect(description).toContain('Prefer: handling=strict');
    for (const { parameters, requestBody } of operations) {
      const names = parameters.map((parameter) => resolveRef<typeof parameter>(parameter).name);
      expect(names.includes('Prefer')).toBe(requestBody !== undefined);
    }
  });

  it('has the version in package.json', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(document.info.version).toBe(version);
  });

  it('declares 401, 403, 429 and 500 for every operation', () => {
    for (const { responses } of operations) {
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['401', '403', '429', '500']));
    }
  });

  it('describes every event type with its payload and its signature', () => {
    expect(Object.keys(document.webhooks)).toEqual(listDefinedEvents().map(({ name }) => name));
    for (const { post } of Object.values(document.webhooks)) {
      const { parameters, ...rest } = post as { parameters: { name: string }[] };
      expect(parameters.map(({ name }) => name)).toContain('X-Service-Signature');
      expect(rest).toMatchObject({ tags: ['Received events'], 'x-internal': true });
    }
  });

  it('has unique enum constants for languages with one namespace for them', () => {
    const schemas = Object.values(document.components.schemas!) as {
      enum?: string[];
      'x-enum-varnames'?: string[];
    }[];
    const constants = schemas.flatMap(({ enum: words = [], 'x-enum-varnames': names = words }) =>
      names.map((name) => name.replaceAll('.', '_').toUpperCase()),
    );
    expect(constants.filter((name, index) => constants.indexOf(name) !== index)).toEqual([]);
  });

  it('requires no nullable reference or enum', () => {
    const demanded = Object.entries(document.components.schemas!).flatMap(([schema, node]) => {
      const { required = [], properties = {} } = node as {
        required?: string[];
        properties?: Record<string, Json>;
      };
      return required
        .filter((name) => properties[name]?.anyOf || (properties[name]?.enum as unknown[])?.includes(null))
        .map((name) => `${schema}.${name}`);
    });
    expect(demanded).toEqual([]);
  });

  it('lists the tags in the order of a shipment, and the deprecated paths last', () => {
    const { tags: declared } = document as unknown as { tags: { name: string }[] };
    const tags = declared.map(({ name }) => name);
    expect(tags.slice(0, 6)).toEqual([
      'Quotes',
      'Freight classes',
      'Freight',
      'Tracking',
      'Invoices',
      'Bills',
    ]);
    const isDeprecated = Object.keys(document.paths).map((path) => path.startsWith('/api/v1/shipments'));
    expect(isDeprecated).toEqual(isDeprecated.toSorted());
    expect(isDeprecated).toContain(true);
  });

  it('deprecates field aliases on freight responses only', () => {
    const listDeprecated = (schema: string) =>
      Object.entries((document.components.schemas![schema] as Json)['properties'] as Record<string, Json>)
        .filter(([, field]) => field['deprecated'])
        .map(([name]) => name);
    expect(listDeprecated('Freight')).toEqual([
      'tracking_number',
      'carrier_name',
      'origin',
      'destination',
      'pickup_confirmation',
    ]);
    for (const schema of ['Quote', 'CreateQuotes', 'CreateFreight', 'TrackedShipment'])
      expect([schema, listDeprecated(schema)]).toEqual([schema, []]);
  });
});
