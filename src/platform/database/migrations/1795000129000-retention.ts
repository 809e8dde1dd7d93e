import { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.js';

export class Retention1795000129000 implements MigrationInterface {
  name = 'Retention1795000129000';
  transaction = false;

  public async up(queryRunner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      queryRunner,
      'IDX_ec42e01b94911fd948c9d9a90b',
      `"quotes" ("expires_at") WHERE status = 'expired'`,
    );
    await createIndexConcurrently(
      queryRunner,
      'IDX_0a65af905d5241875f076782d4',
      `"tracked_shipments" ("updated_at") WHERE freight_id IS NULL AND next_check_at IS NULL`,
    );
    await createIndexConcurrently(
      queryRunner,
      'IDX_d9a19a6aab57efba0f33360058',
      `"mails" ("created_at") WHERE next_attempt_at IS NULL AND composer IS NULL`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "IDX_d9a19a6aab57efba0f33360058"`);
    await queryRunner.query(`DROP INDEX "IDX_0a65af905d5241875f076782d4"`);
    await queryRunner.query(`DROP INDEX "IDX_ec42e01b94911fd948c9d9a90b"`);
  }
}
