import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['tariffs', 'quotes', 'freight', 'invoices', 'bills'] as const;

/** Adds the currency of prices, shipments, invoices and bills. Rows from before are in US dollars. */
export class Currencies1797000040000 implements MigrationInterface {
  name = 'Currencies1797000040000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      // A constant default rewrites no rows.
      await queryRunner.query(`ALTER TABLE ${table} ADD currency varchar(3) NOT NULL DEFAULT 'USD'`);
    }
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) await queryRunner.query(`ALTER TABLE ${table} DROP currency`);
  }
}
