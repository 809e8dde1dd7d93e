import { MigrationInterface, QueryRunner } from 'typeorm';

export class KeyNetworks1795000094100 implements MigrationInterface {
  name = 'KeyNetworks1795000094100';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "api_keys" ADD "allowed_cidrs" text array`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "api_keys" DROP COLUMN "allowed_cidrs"`);
  }
}
