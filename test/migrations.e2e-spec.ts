import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../src/database/data-source.js';
import { migrate } from '../src/database/migrate.js';
import { createEmptyDatabase } from './support/database.js';

describe('migrations', () => {
  let url: string;
  let dataSource: DataSource;

  beforeAll(async () => {
    url = await createEmptyDatabase();
    dataSource = new DataSource(dataSourceOptions(url, 4));
  });
  afterAll(() => dataSource.destroy());

  it('run once when several processes start at once', async () => {
    const runs = await Promise.all([migrate(url), migrate(url), migrate(url)]);
    expect(runs.filter((done) => done.length > 0)).toHaveLength(1);
    await dataSource.initialize();
  });

  it('agree with the entities', async () => {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('can be taken back, one by one, and run again', async () => {
    const count = dataSource.migrations.length;
    for (let more = count; more > 0; more--) await dataSource.undoLastMigration();
    const [left] = await dataSource.query<{ tables: number }[]>(
      `SELECT count(*) AS tables FROM information_schema.tables WHERE table_schema = 'public' AND table_name <> 'migrations'`,
    );
    expect(left?.tables).toBe(0);
    expect(await dataSource.runMigrations()).toHaveLength(count);
  });
});
