import { MigrationInterface, QueryRunner } from 'typeorm';

export class QuotesByTariff1795000061000 implements MigrationInterface {
  name = 'QuotesByTariff1795000061000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE "quotes" ADD "booked_by" character varying(7) NOT NULL DEFAULT 'carrier'`,
    );
    await queryRunner.query(`ALTER TABLE "quotes" ALTER COLUMN "carrier_id" DROP NOT NULL`);
    await queryRunner.query(`ALTER TABLE "bookings" ALTER COLUMN "carrier_id" DROP NOT NULL`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "bookings" ALTER COLUMN "carrier_id" SET NOT NULL`);
    await queryRunner.query(`ALTER TABLE "quotes" ALTER COLUMN "carrier_id" SET NOT NULL`);
    await queryRunner.query(`ALTER TABLE "quotes" DROP COLUMN "booked_by"`);
  }
}
