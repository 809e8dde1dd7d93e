import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Existing tariffs keep pricing every size: their limits stay null. */
export class TariffTerms1797000041000 implements MigrationInterface {
  name = 'TariffTerms1797000041000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE tariffs ADD overlength jsonb DEFAULT '[]' NOT NULL, ADD liability jsonb, ADD limits jsonb`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE tariffs DROP overlength, DROP liability, DROP limits');
  }
}
