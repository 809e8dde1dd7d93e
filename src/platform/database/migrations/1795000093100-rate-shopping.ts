import { MigrationInterface, QueryRunner } from 'typeorm';

export class RateShopping1795000093100 implements MigrationInterface {
  name = 'RateShopping1795000093100';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "organization_profiles" ADD "rate_shopping" jsonb`);
    await queryRunner.query(`ALTER TABLE "quotes" ADD "recommended" boolean NOT NULL DEFAULT false`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "quotes" DROP COLUMN "recommended"`);
    await queryRunner.query(`ALTER TABLE "organization_profiles" DROP COLUMN "rate_shopping"`);
  }
}
