import { MigrationInterface, QueryRunner } from 'typeorm';

/** The frozen bill of lading leaves the booking for a table of its own; those that are booked keep theirs, word for word. */
export class BillsOfLading1795000007000 implements MigrationInterface {
  name = 'BillsOfLading1795000007000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            CREATE TABLE "bills_of_lading" (
                "id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
                "organization_id" bigint NOT NULL,
                "mode" character varying(4) NOT NULL,
                "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
                "freight_id" bigint NOT NULL,
                "content" jsonb NOT NULL,
                CONSTRAINT "UQ_811e7cb5cbc97fc26be6921d5a1" UNIQUE ("organization_id", "mode", "freight_id"),
                CONSTRAINT "UQ_370366f98f3b1bf966ff78e688f" UNIQUE ("organization_id", "mode", "id"),
                CONSTRAINT "PK_f82ba8b190cd08d82316598014d" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            INSERT INTO "bills_of_lading" ("organization_id", "mode", "created_at", "freight_id", "content")
            SELECT "organization_id", "mode", "created_at", "freight_id", "bol" FROM "bookings" ORDER BY "id"
        `);
    await queryRunner.query(`
            ALTER TABLE "bills_of_lading"
            ADD CONSTRAINT "FK_811e7cb5cbc97fc26be6921d5a1" FOREIGN KEY ("organization_id", "mode", "freight_id") REFERENCES "freight"("organization_id", "mode", "id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`ALTER TABLE "bookings" DROP COLUMN "bol"`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "bookings" ADD "bol" jsonb`);
    await queryRunner.query(`
            UPDATE "bookings" SET "bol" = b."content" FROM "bills_of_lading" b
            WHERE b."freight_id" = "bookings"."freight_id"
        `);
    await queryRunner.query(`ALTER TABLE "bookings" ALTER COLUMN "bol" SET NOT NULL`);
    await queryRunner.query(`DROP TABLE "bills_of_lading"`);
  }
}
