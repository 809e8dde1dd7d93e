import { MigrationInterface, QueryRunner } from 'typeorm';

export class Markup1795000018000 implements MigrationInterface {
  name = 'Markup1795000018000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "customers" ADD "markup" jsonb`);
    await queryRunner.query(`ALTER TABLE "quotes" ADD "cost_cents" bigint`);
    await queryRunner.query(`ALTER TABLE "quotes" ADD "cost_charges" jsonb`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "quotes" DROP COLUMN "cost_charges"`);
    await queryRunner.query(`ALTER TABLE "quotes" DROP COLUMN "cost_cents"`);
    await queryRunner.query(`ALTER TABLE "customers" DROP COLUMN "markup"`);
  }
}
