import { MigrationInterface, QueryRunner } from 'typeorm';

export class KeysByApi1795000089000 implements MigrationInterface {
  name = 'KeysByApi1795000089000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "public"."IDX_a283bdef18876e525aefaec042"`);
    await queryRunner.query(`ALTER TABLE "api_keys" ADD "name" character varying(100)`);
    await queryRunner.query(
      `CREATE INDEX "IDX_cd5052dc72cda5a033614d23da" ON "api_keys"  ("organization_id", "mode", "created_at", "id") `,
    );
    await queryRunner.query(
      `ALTER TABLE "api_keys" ADD CONSTRAINT "UQ_dd1b49b67325f7a04d4a02f0588" UNIQUE ("organization_id", "mode", "id")`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "api_keys" DROP CONSTRAINT "UQ_dd1b49b67325f7a04d4a02f0588"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_cd5052dc72cda5a033614d23da"`);
    await queryRunner.query(`ALTER TABLE "api_keys" DROP COLUMN "name"`);
    await queryRunner.query(
      `CREATE INDEX "IDX_a283bdef18876e525aefaec042" ON "api_keys" USING btree ("organization_id") `,
    );
  }
}
