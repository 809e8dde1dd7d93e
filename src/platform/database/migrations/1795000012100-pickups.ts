import { MigrationInterface, QueryRunner } from 'typeorm';

export class Pickups1795000012100 implements MigrationInterface {
  name = 'Pickups1795000012100';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE "freight" ADD "pickup_status" character varying(10) NOT NULL DEFAULT 'none',
       ADD "pickup_times" jsonb, ADD "pickup_ends_at" TIMESTAMP WITH TIME ZONE,
       ADD "estimated_delivery_date" date`,
    );
    await queryRunner.query(
      `UPDATE "freight" SET "pickup_status" =
         CASE WHEN "status" = 'voided' THEN 'cancelled' WHEN "pickup_confirmation" IS NULL THEN 'requested' ELSE 'confirmed' END
       WHERE "pickup_date" IS NOT NULL`,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_freight_pickup_ends_at" ON "freight" ("pickup_ends_at") WHERE pickup_ends_at IS NOT NULL`,
    );
    await queryRunner.query(
      `ALTER TABLE "tracked_shipments" ADD "pickup_date" date, ADD "estimated_delivery_date" date`,
    );
    await queryRunner.query(`ALTER TABLE "bookings" ADD "pickup_change" jsonb`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "bookings" DROP COLUMN "pickup_change"`);
    await queryRunner.query(
      `ALTER TABLE "tracked_shipments" DROP COLUMN "estimated_delivery_date", DROP COLUMN "pickup_date"`,
    );
    await queryRunner.query(`DROP INDEX "IDX_freight_pickup_ends_at"`);
    await queryRunner.query(
      `ALTER TABLE "freight" DROP COLUMN "estimated_delivery_date",
       DROP COLUMN "pickup_ends_at", DROP COLUMN "pickup_times", DROP COLUMN "pickup_status"`,
    );
  }
}
