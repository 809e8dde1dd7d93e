import { MigrationInterface, QueryRunner } from 'typeorm';

export class ConnectionsByApi1795000093000 implements MigrationInterface {
  name = 'ConnectionsByApi1795000093000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    // Those that were replaced or ended; their credentials are forgotten already.
    await queryRunner.query(`DELETE FROM "carrier_connections" WHERE NOT "enabled"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_3a3c8b69b3f270b628c4727141"`);
    await queryRunner.query(`ALTER TABLE "carrier_connections" DROP COLUMN "enabled"`);
    await queryRunner.query(`ALTER TABLE "carrier_connections" ADD "guarded" boolean NOT NULL DEFAULT false`);
    await queryRunner.query(
      `ALTER TABLE "carrier_connections" ADD "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now()`,
    );
    await queryRunner.query(`UPDATE "carrier_connections" SET "updated_at" = "created_at"`);
    await queryRunner.query(
      `CREATE INDEX "IDX_8c18b05f8b077a1f742475127b" ON "carrier_connections"  ("organization_id", "mode", "created_at", "id") `,
    );
    await queryRunner.query(
      `CREATE UNIQUE INDEX "IDX_7a8de44abae4c95c6279000456" ON "carrier_connections"  ("organization_id", "mode", "carrier_id") `,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "public"."IDX_7a8de44abae4c95c6279000456"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_8c18b05f8b077a1f742475127b"`);
    await queryRunner.query(`ALTER TABLE "carrier_connections" DROP COLUMN "updated_at"`);
    await queryRunner.query(`ALTER TABLE "carrier_connections" DROP COLUMN "guarded"`);
    await queryRunner.query(`ALTER TABLE "carrier_connections" ADD "enabled" boolean NOT NULL DEFAULT true`);
    await queryRunner.query(
      `CREATE UNIQUE INDEX "IDX_3a3c8b69b3f270b628c4727141" ON "carrier_connections" USING btree ("carrier_id", "mode", "organization_id") WHERE enabled`,
    );
  }
}
