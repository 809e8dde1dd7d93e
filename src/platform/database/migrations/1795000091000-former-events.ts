import { MigrationInterface, QueryRunner } from 'typeorm';

export class FormerEvents1795000091000 implements MigrationInterface {
  name = 'FormerEvents1795000091000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    // What an endpoint was subscribed to so far is known from its deliveries alone; a test is sent to any.
    await queryRunner.query(`
            ALTER TABLE "webhook_endpoints"
            ADD "former_events" text array NOT NULL DEFAULT '{}'
        `);
    await queryRunner.query(`
            UPDATE "webhook_endpoints" e
            SET "former_events" = f.types
            FROM (
                SELECT "endpoint_id", array_agg(DISTINCT "event_type"::text) AS types
                FROM "webhook_deliveries"
                WHERE "event_type" <> 'webhook.test'
                GROUP BY "endpoint_id"
            ) f
            WHERE f."endpoint_id" = e."id" AND NOT f.types <@ e."events"
        `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "webhook_endpoints" DROP COLUMN "former_events"`);
  }
}
