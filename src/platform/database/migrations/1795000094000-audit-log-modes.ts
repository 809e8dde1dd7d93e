import { MigrationInterface, QueryRunner } from 'typeorm';

export class AuditLogModes1795000094000 implements MigrationInterface {
  name = 'AuditLogModes1795000094000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "public"."IDX_9ef6bb5cf9616ce08fa7f35b7f"`);
    await queryRunner.query(`ALTER TABLE "audit_log" ADD "mode" character varying(4)`);
    await queryRunner.query(`ALTER TABLE "audit_log" ADD "actor_name" character varying(100)`);
    // What concerns both modes stands in live mode.
    await queryRunner.query(`
            UPDATE "audit_log" SET
              "mode" = COALESCE(
                "details"->>'mode',
                CASE WHEN "action" LIKE 'key.%' THEN (SELECT k."mode" FROM "api_keys" k WHERE k."id" = ("details"->>'id')::bigint) END,
                'live'
              ),
              "actor" = CASE WHEN "details" ? 'key_id' THEN 'key:' || ("details"->>'key_id') ELSE "actor" END,
              "actor_name" = (SELECT k."prefix" FROM "api_keys" k WHERE k."id" = ("details"->>'key_id')::bigint)
        `);
    await queryRunner.query(`ALTER TABLE "audit_log" ALTER COLUMN "mode" SET NOT NULL`);
    await queryRunner.query(`CREATE INDEX "IDX_2ad7930a7c2af80585c8c1b770" ON "audit_log"  ("created_at") `);
    await queryRunner.query(
      `CREATE INDEX "IDX_b6abb1ca44f1b68e4498b08a66" ON "audit_log"  ("organization_id", "mode", "created_at", "id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_cf9152118afad75ef7c339dd2d" ON "audit_log"  ("organization_id", "mode", "actor", "id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_23e81526c7a55c584ded0eb075" ON "audit_log"  ("organization_id", "mode", "action", "id") `,
    );
    await queryRunner.query(
      `ALTER TABLE "audit_log" ADD CONSTRAINT "UQ_4150a3f9aca439ba400d2167679" UNIQUE ("organization_id", "mode", "id")`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "audit_log" DROP CONSTRAINT "UQ_4150a3f9aca439ba400d2167679"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_23e81526c7a55c584ded0eb075"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_cf9152118afad75ef7c339dd2d"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_b6abb1ca44f1b68e4498b08a66"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_2ad7930a7c2af80585c8c1b770"`);
    await queryRunner.query(`ALTER TABLE "audit_log" DROP COLUMN "actor_name"`);
    await queryRunner.query(`ALTER TABLE "audit_log" DROP COLUMN "mode"`);
    await queryRunner.query(
      `CREATE INDEX "IDX_9ef6bb5cf9616ce08fa7f35b7f" ON "audit_log" USING btree ("organization_id", "id") `,
    );
  }
}
