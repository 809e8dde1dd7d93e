import { describe, expect, it } from '@jest/globals';
import { EVENT_TYPE_NAMES } from '../src/events/event-types.js';
import { document, operations, resolve, type Json } from './support/document.js';

/** Every schema in the document, with the way to it. */
function schemasIn(node: unknown, path: string, found: [string, Json][] = []): [string, Json][] {
  if (typeof node !== 'object' || node === null) return found;
  const schema = node as Json;
  if (typeof schema.type === 'string' && schema.properties) found.push([path, schema]);
  for (const [key, child] of Object.entries(node)) {
    if (key !== 'examples' && key !== 'example') schemasIn(child, `${path}/${key}`, found);
  }
  return found;
}

function describes(node: Json): boolean {
  return typeof node.description === 'string' && node.description.trim().length > 0;
}

describe('the document', () => {
  it('has operations', () => expect(operations.length).toBeGreaterThan(10));

  it('describes every schema and every property', () => {
    const mute = schemasIn(document.components.schemas, '').flatMap(([path, schema]) => {
      const properties = Object.entries(schema.properties as Record<string, Json>);
      const missing = properties.filter(([, property]) => !property.$ref && !describes(property));
      return [...missing.map(([name]) => `${path}.${name}`), ...(describes(schema) ? [] : [path])];
    });
    expect(mute).toEqual([]);
  });

  it('names every operation once, with verb and noun, and tells what it does', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { operationId, summary, description, tags } of operations) {
      expect(operationId).toMatch(/^[a-z]+[A-Z]\w+$/);
      expect(summary.length).toBeGreaterThan(5);
      expect(description.length).toBeGreaterThan(20);
      expect(tags).toHaveLength(1);
    }
  });

  it('describes every parameter', () => {
    const mute = operations.flatMap(({ operationId, parameters }) =>
      parameters.filter(({ description }) => !description).map(({ name }) => `${operationId} ${name}`),
    );
    expect(mute).toEqual([]);
  });

  it('offers an Idempotency-Key on every POST and nowhere else', () => {
    for (const { method, parameters } of operations) {
      expect(parameters.some(({ name }) => name === 'Idempotency-Key')).toBe(method === 'post');
    }
  });

  it('gives every body an example', () => {
    const bare: string[] = [];
    for (const { operationId, requestBody, responses } of operations) {
      if (requestBody && !requestBody.content['application/json']!.examples)
        bare.push(`${operationId} request`);
      for (const [status, response] of Object.entries(responses)) {
        const content = resolve<{ content?: Record<string, { examples?: Json }> }>(response).content;
        const json = content?.['application/json'];
        if (json && Object.keys(json.examples ?? {}).length === 0) bare.push(`${operationId} ${status}`);
      }
    }
    expect(bare).toEqual([]);
  });

  it('says 401, 403, 429 and 500 everywhere', () => {
    for (const { responses } of operations) {
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['401', '403', '429', '500']));
    }
  });

  it('shows every event type with its payload and its signature', () => {
    expect(Object.keys(document.webhooks).sort()).toEqual([...EVENT_TYPE_NAMES].sort());
    for (const { post } of Object.values(document.webhooks)) {
      const { parameters } = post as { parameters: { name: string }[] };
      expect(parameters.map(({ name }) => name)).toContain('X-Service-Signature');
    }
  });

  it('has code samples for the ten main operations', () => {
    const sampled = operations.filter((operation) => 'x-codeSamples' in operation);
    expect(sampled.filter(({ deprecated }) => !deprecated)).toHaveLength(10);
  });
});
