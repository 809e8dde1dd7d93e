import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.js';

/** Indexes addresses without `external_ref` by street, so that an import looks up each of its rows. */
export class AddressImportIndex1797000002000 implements MigrationInterface {
  name = 'AddressImportIndex1797000002000';
  transaction = false;

  public async up(queryRunner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      queryRunner,
      'IDX_9cf35d1974e0669b499ca06e89',
      'addresses (organization_id, mode, zip, address) WHERE external_ref IS NULL',
    );
    await queryRunner.query('DROP INDEX IF EXISTS "IDX_f503f8ea3e22cd34637bd88151"');
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'CREATE INDEX "IDX_f503f8ea3e22cd34637bd88151" ON addresses (organization_id, mode, zip) WHERE external_ref IS NULL',
    );
    await queryRunner.query('DROP INDEX "IDX_9cf35d1974e0669b499ca06e89"');
  }
}
