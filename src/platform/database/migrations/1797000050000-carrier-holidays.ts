import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['tariffs', 'carrier_connections', 'quotes', 'freight'] as const;

/** Adds the holidays of carriers. Null means the holidays of LTL carriers. */
export class CarrierHolidays1797000050000 implements MigrationInterface {
  name = 'CarrierHolidays1797000050000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) await queryRunner.query(`ALTER TABLE ${table} ADD holidays jsonb`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) await queryRunner.query(`ALTER TABLE ${table} DROP holidays`);
  }
}
