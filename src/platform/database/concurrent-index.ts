import type { QueryRunner } from 'typeorm';

/**
 * Builds an index while the table is read and written. The migration needs `transaction = false`. Waits for running
 * transactions without a lock timeout, and first drops the invalid index of a failed attempt.
 * @param on the table and the columns, e.g. `customers (created_at)`
 */
export async function createIndexConcurrently(
  queryRunner: QueryRunner,
  name: string,
  on: string,
  { unique = false }: { unique?: boolean } = {},
): Promise<void> {
  await queryRunner.query('SET lock_timeout = 0');
  try {
    await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS "${name}"`);
    await queryRunner.query(`CREATE ${unique ? 'UNIQUE INDEX' : 'INDEX'} CONCURRENTLY "${name}" ON ${on}`);
  } finally {
    await queryRunner.query('RESET lock_timeout');
  }
}
