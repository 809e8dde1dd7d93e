import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.js';

const EFFECTIVE = `NOT replaced AND status <> 'duplicate' AND (status <> 'resolved' OR credit_cents < total_cents)`;
const SUBJECT = 'bills (organization_id, mode, carrier_key, pro_key)';

/** Adds the kind of a bill: supplements and credits share the PRO number of an original. Marks bills that an audit refused. */
export class BillKinds1797000010000 implements MigrationInterface {
  name = 'BillKinds1797000010000';
  transaction = false;

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE bills ADD COLUMN IF NOT EXISTS kind character varying(10) NOT NULL DEFAULT 'original',
         ADD COLUMN IF NOT EXISTS objected boolean NOT NULL DEFAULT false`,
    );
    await queryRunner.query(
      `UPDATE bills SET objected = true WHERE status = 'disputed' AND disputed_cents IS NULL AND NOT objected`,
    );
    await createIndexConcurrently(
      queryRunner,
      'IDX_e6c75621bf4314128e201a4d02',
      `${SUBJECT} WHERE kind = 'original' AND ${EFFECTIVE}`,
      { unique: true },
    );
    await queryRunner.query('DROP INDEX IF EXISTS "IDX_1faa313a2de80f6d25a10671dc"');
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE UNIQUE INDEX "IDX_1faa313a2de80f6d25a10671dc" ON ${SUBJECT} WHERE ${EFFECTIVE}`,
    );
    await queryRunner.query('DROP INDEX "IDX_e6c75621bf4314128e201a4d02"');
    await queryRunner.query('ALTER TABLE bills DROP COLUMN objected, DROP COLUMN kind');
  }
}
