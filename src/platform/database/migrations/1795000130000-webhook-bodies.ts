import { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.js';

const CHECK = 'CHK_webhook_deliveries_body';

/** What deliveries of an event share goes to a table of its own; those that have their whole body keep it. */
export class WebhookBodies1795000130000 implements MigrationInterface {
  name = 'WebhookBodies1795000130000';
  /** In steps of its own: the deliveries are read through and indexed while others go on writing. Begun again it goes on. */
  transaction = false;

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            CREATE TABLE IF NOT EXISTS "webhook_bodies" (
                "organization_id" bigint NOT NULL,
                "mode" character varying(4) NOT NULL,
                "event_id" character varying(40) NOT NULL,
                "beginning" text NOT NULL,
                "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
                CONSTRAINT "PK_webhook_bodies" PRIMARY KEY ("organization_id", "mode", "event_id")
            )
        `);
    await queryRunner.query(`ALTER TABLE "webhook_bodies" ALTER "beginning" SET STORAGE EXTERNAL`);
    await queryRunner.query(
      `CREATE INDEX IF NOT EXISTS "IDX_9f3b7b079979a4bab1dbe0e8b4" ON "webhook_bodies" ("created_at")`,
    );
    await queryRunner.query(
      `ALTER TABLE "webhook_deliveries" ALTER "body" DROP NOT NULL, ADD COLUMN IF NOT EXISTS "ending" text,
         DROP CONSTRAINT IF EXISTS "${CHECK}",
         ADD CONSTRAINT "${CHECK}" CHECK (num_nonnulls(body, ending) = 1) NOT VALID`,
    );
    await queryRunner.query(`ALTER TABLE "webhook_deliveries" VALIDATE CONSTRAINT "${CHECK}"`);
    // Without a body to be kept out of line a row has room for its end and its first attempts.
    await queryRunner.query(`ALTER TABLE "webhook_deliveries" SET (toast_tuple_target = 1024)`);
    // By the event first: whether anything still needs its body.
    await createIndexConcurrently(
      queryRunner,
      'IDX_webhook_deliveries_event',
      `"webhook_deliveries" ("event_id", "endpoint_id")`,
    );
    await queryRunner.query(`DROP INDEX IF EXISTS "IDX_ce8ee1053d7a0687e786719605"`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE INDEX "IDX_ce8ee1053d7a0687e786719605" ON "webhook_deliveries" ("endpoint_id", "event_id")`,
    );
    await queryRunner.query(`DROP INDEX "IDX_webhook_deliveries_event"`);
    await queryRunner.query(`ALTER TABLE "webhook_deliveries" SET (toast_tuple_target = 512)`);
    await queryRunner.query(`ALTER TABLE "webhook_deliveries" DROP CONSTRAINT IF EXISTS "${CHECK}"`);
    await queryRunner.query(`
            UPDATE "webhook_deliveries" d SET "body" = b."beginning" || d."ending"
            FROM "webhook_bodies" b
            WHERE d."body" IS NULL AND b."organization_id" = d."organization_id" AND b."mode" = d."mode"
              AND b."event_id" = d."event_id"
        `);
    await queryRunner.query(
      `ALTER TABLE "webhook_deliveries" ALTER "body" SET NOT NULL, DROP COLUMN "ending"`,
    );
    await queryRunner.query(`DROP TABLE "webhook_bodies"`);
  }
}
