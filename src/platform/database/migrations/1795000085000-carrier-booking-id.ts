import { MigrationInterface, QueryRunner } from 'typeorm';

export class CarrierBookingId1795000085000 implements MigrationInterface {
  name = 'CarrierBookingId1795000085000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "bookings" ADD "carrier_booking_id" character varying(100)`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "bookings" DROP COLUMN "carrier_booking_id"`);
  }
}
