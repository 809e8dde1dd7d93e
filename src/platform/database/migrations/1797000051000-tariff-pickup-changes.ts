import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds what a tariff does when a pickup moves, and the tariff of each new quote. */
export class TariffPickupChanges1797000051000 implements MigrationInterface {
  name = 'TariffPickupChanges1797000051000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE tariffs ADD on_pickup_change varchar(7) DEFAULT 'warn' NOT NULL`);
    await queryRunner.query('ALTER TABLE quotes ADD tariff_id bigint');
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE quotes DROP tariff_id');
    await queryRunner.query('ALTER TABLE tariffs DROP on_pickup_change');
  }
}
