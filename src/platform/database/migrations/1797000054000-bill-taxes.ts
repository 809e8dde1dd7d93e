import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the sales taxes of a bill. Existing bills keep their audit. */
export class BillTaxes1797000054000 implements MigrationInterface {
  name = 'BillTaxes1797000054000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE bills ADD tax_cents bigint NOT NULL DEFAULT 0`);
    await queryRunner.query(`ALTER TABLE bills ADD tax_disputed_cents bigint NOT NULL DEFAULT 0`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE bills DROP tax_disputed_cents');
    await queryRunner.query('ALTER TABLE bills DROP tax_cents');
  }
}
