import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { PAGE, analyzeDistribution, renderPage, type Distribution } from './tenant-distribution.js';
import { createDatabase } from '../support/database.js';

describe('the keys that would change if tables were distributed by organization', () => {
  let client: Client;
  let found: Distribution;
  beforeAll(async () => {
    client = new Client({ connectionString: await createDatabase() });
    await client.connect();
    found = await analyzeDistribution(client);
  });
  afterAll(() => client.end());

  it('match the list in docs/explanation/scale.md', () => {
    const drawn = renderPage(found);
    if (process.env.DRAW_SCALE) writeFileSync(PAGE, drawn);
    expect(readFileSync(PAGE, 'utf8')).toBe(drawn);
  });

  it('include those of a new table', async () => {
    await client.query(`CREATE TABLE things (id bigint PRIMARY KEY, organization_id bigint NOT NULL REFERENCES organizations,
      freight_id bigint REFERENCES freight (id), UNIQUE (organization_id, freight_id))`);
    const { distributed, unique, foreign } = await analyzeDistribution(client);
    expect(distributed).toEqual([...found.distributed, 'things'].sort());
    expect(unique.filter((key) => !found.unique.includes(key))).toEqual(['`things` (id)']);
    expect(foreign.filter((key) => !found.foreign.includes(key))).toEqual([
      '`things` (freight_id) → `freight`',
    ]);
  });

  it('keep shipments, quotes and deliveries on the node of their organization', () => {
    expect(found.distributed).toEqual(
      expect.arrayContaining(['freight', 'quotes', 'events', 'webhook_deliveries']),
    );
  });
});
