import { MigrationInterface, QueryRunner } from 'typeorm';

export class ProfileModes1795000091100 implements MigrationInterface {
  name = 'ProfileModes1795000091100';

  public async up(queryRunner: QueryRunner): Promise<void> {
    // What was set so far was for both modes: the live profile is test mode's too until that has one of its own.
    await queryRunner.query(`
            ALTER TABLE "organization_profiles"
            ADD "mode" character varying(4) NOT NULL DEFAULT 'live'
        `);
    await queryRunner.query(`ALTER TABLE "organization_profiles" ALTER COLUMN "mode" DROP DEFAULT`);
    await queryRunner.query(`ALTER TABLE "organization_profiles" DROP CONSTRAINT "PK_organization_profiles"`);
    await queryRunner.query(`
            ALTER TABLE "organization_profiles"
            ADD CONSTRAINT "PK_organization_profiles" PRIMARY KEY ("organization_id", "mode")
        `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DELETE FROM "organization_profiles" WHERE "mode" = 'test'`);
    await queryRunner.query(`ALTER TABLE "organization_profiles" DROP CONSTRAINT "PK_organization_profiles"`);
    await queryRunner.query(`ALTER TABLE "organization_profiles" DROP COLUMN "mode"`);
    await queryRunner.query(`
            ALTER TABLE "organization_profiles"
            ADD CONSTRAINT "PK_organization_profiles" PRIMARY KEY ("organization_id")
        `);
  }
}
