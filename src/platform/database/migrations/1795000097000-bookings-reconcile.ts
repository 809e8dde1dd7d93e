import { MigrationInterface, QueryRunner } from 'typeorm';

export class BookingsReconcile1795000097000 implements MigrationInterface {
  name = 'BookingsReconcile1795000097000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "bookings" ADD "reconcile_at" TIMESTAMP WITH TIME ZONE`);
    await queryRunner.query(`
            CREATE INDEX "IDX_bookings_reconcile_at" ON "bookings" ("reconcile_at")
            WHERE reconcile_at IS NOT NULL
        `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "public"."IDX_bookings_reconcile_at"`);
    await queryRunner.query(`ALTER TABLE "bookings" DROP COLUMN "reconcile_at"`);
  }
}
