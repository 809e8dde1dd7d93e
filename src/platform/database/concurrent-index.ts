import type { QueryRunner } from 'typeorm';

/**
 * Builds an index while its table is read and written, outside of any transaction (`transaction = false` of its migration).
 * It waits for transactions that are under way and holds nobody up meanwhile, so without the time limit for locks; what
 * an attempt before left unfinished is taken away first. @param on the table, and what the index is of
 */
export async function createIndexConcurrently(
  queryRunner: QueryRunner,
  name: string,
  on: string,
): Promise<void> {
  await queryRunner.query('SET lock_timeout = 0');
  try {
    await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS "${name}"`);
    await queryRunner.query(`CREATE INDEX CONCURRENTLY "${name}" ON ${on}`);
  } finally {
    await queryRunner.query('RESET lock_timeout');
  }
}
