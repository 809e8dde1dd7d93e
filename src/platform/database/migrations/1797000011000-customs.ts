import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the customs data of shipments that cross a border. */
export class Customs1797000011000 implements MigrationInterface {
  name = 'Customs1797000011000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE freight ADD customs jsonb');
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE freight DROP customs');
  }
}
