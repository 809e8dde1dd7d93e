import { MigrationInterface, QueryRunner } from 'typeorm';

export class QuoteWarnings1795000011100 implements MigrationInterface {
  name = 'QuoteWarnings1795000011100';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "quotes" ADD "warnings" jsonb NOT NULL DEFAULT '[]'`);
    await queryRunner.query(`ALTER TABLE "freight" ADD "warnings" jsonb NOT NULL DEFAULT '[]'`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "freight" DROP COLUMN "warnings"`);
    await queryRunner.query(`ALTER TABLE "quotes" DROP COLUMN "warnings"`);
  }
}
