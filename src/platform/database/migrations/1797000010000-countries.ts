import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['addresses', 'customers'] as const;

/** Adds the country of addresses and customers. Places in JSON columns have none until they are written again: they are in the US. */
export class Countries1797000010000 implements MigrationInterface {
  name = 'Countries1797000010000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      // A constant default rewrites no rows.
      await queryRunner.query(`ALTER TABLE ${table} ADD country varchar(2) NOT NULL DEFAULT 'US'`);
    }
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) await queryRunner.query(`ALTER TABLE ${table} DROP country`);
  }
}
