import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { PAGE, renderDataModel, renderPage } from './render-data-model.js';
import { createDatabase } from '../support/database.js';

describe('docs/reference/data-model.md', () => {
  it('matches the migrated schema', async () => {
    const client = new Client({ connectionString: await createDatabase() });
    await client.connect();
    const drawn = renderPage(await renderDataModel(client));
    await client.end();
    if (process.env.WRITE_DATA_MODEL) writeFileSync(PAGE, drawn);
    expect(readFileSync(PAGE, 'utf8')).toBe(drawn);
  });
});
