import { MigrationInterface, QueryRunner } from 'typeorm';

export class Webhooks1795000003000 implements MigrationInterface {
  name = 'Webhooks1795000003000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            CREATE TABLE "mails" (
                "id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
                "organization_id" bigint NOT NULL,
                "recipient" character varying(255) NOT NULL,
                "subject" character varying(255) NOT NULL,
                "text" text NOT NULL,
                "attempt_count" integer NOT NULL DEFAULT '0',
                "next_attempt_at" TIMESTAMP WITH TIME ZONE DEFAULT now(),
                "sent_at" TIMESTAMP WITH TIME ZONE,
                "last_error" text,
                "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
                CONSTRAINT "PK_218248d7dfe1b739f06e2309349" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_6a05310e00b6222cbee81765a2" ON "mails" ("organization_id")
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_1e97f19abd5a7de107b3535c42" ON "mails" ("next_attempt_at")
            WHERE next_attempt_at IS NOT NULL
        `);
    await queryRunner.query(`
            CREATE TABLE "webhook_endpoints" (
                "id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
                "organization_id" bigint NOT NULL,
                "mode" character varying(4) NOT NULL,
                "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
                "url" character varying(2048) NOT NULL,
                "events" text array NOT NULL,
                "description" character varying(255),
                "active" boolean NOT NULL DEFAULT true,
                "sealed_secret" bytea NOT NULL,
                "secret_prefix" character varying(16) NOT NULL,
                "consecutive_failures" integer NOT NULL DEFAULT '0',
                "disabled_at" TIMESTAMP WITH TIME ZONE,
                "disabled_reason" character varying(255),
                "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
                CONSTRAINT "UQ_460604c146971575657ed5cb183" UNIQUE ("organization_id", "mode", "id"),
                CONSTRAINT "PK_054c4cfb95223732f5939d2d546" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE TABLE "webhook_deliveries" (
                "id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
                "organization_id" bigint NOT NULL,
                "mode" character varying(4) NOT NULL,
                "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
                "endpoint_id" bigint NOT NULL,
                "event_id" character varying(40) NOT NULL,
                "event_type" character varying(40) NOT NULL,
                "body" text NOT NULL,
                "status" character varying(10) NOT NULL DEFAULT 'pending',
                "attempt_count" integer NOT NULL DEFAULT '0',
                "next_attempt_at" TIMESTAMP WITH TIME ZONE,
                "lease_owner" uuid,
                "lease_until" TIMESTAMP WITH TIME ZONE,
                "attempts" jsonb NOT NULL DEFAULT '[]',
                "delivered_at" TIMESTAMP WITH TIME ZONE,
                "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
                CONSTRAINT "UQ_04cb7af25d12c7f4ab17cfc007c" UNIQUE ("organization_id", "mode", "id"),
                CONSTRAINT "PK_535dd409947fb6d8fc6dfc0112a" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_3d580c1515c4eb609c1c8ad537" ON "webhook_deliveries" ("next_attempt_at")
            WHERE status IN ('pending', 'retrying')
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_72d31d684606733b706ebeb88b" ON "webhook_deliveries" ("endpoint_id", "next_attempt_at")
            WHERE status IN ('pending', 'retrying')
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_f19379e6c2b194451b3f899e51" ON "webhook_deliveries" ("organization_id", "mode", "endpoint_id", "id")
        `);
    await queryRunner.query(`
            ALTER TABLE "mails"
            ADD CONSTRAINT "FK_6a05310e00b6222cbee81765a24" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "webhook_endpoints"
            ADD CONSTRAINT "FK_893247a8681e31f117a34b4fb46" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "webhook_deliveries"
            ADD CONSTRAINT "FK_2cb2e9b24d4b356727ebb74f246" FOREIGN KEY ("organization_id", "mode", "endpoint_id") REFERENCES "webhook_endpoints"("organization_id", "mode", "id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    // Bodies are written once and their rows several times: out of line they are not copied with each change.
    await queryRunner.query(`ALTER TABLE webhook_deliveries ALTER COLUMN body SET STORAGE EXTERNAL`);
    // Due rows are found at the front of an index that every delivery passes through: it is kept short.
    await queryRunner.query(`
            ALTER TABLE webhook_deliveries SET (
                toast_tuple_target = 512,
                fillfactor = 70,
                autovacuum_vacuum_scale_factor = 0.02,
                autovacuum_vacuum_threshold = 2000,
                autovacuum_vacuum_cost_delay = 0
            )
        `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['webhook_deliveries', 'webhook_endpoints', 'mails']) {
      await queryRunner.query(`DROP TABLE "${table}"`);
    }
  }
}
