import { MigrationInterface, QueryRunner } from 'typeorm';

export class DraftPickupTimes1795000083000 implements MigrationInterface {
  name = 'DraftPickupTimes1795000083000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "bookings" ADD "draft_pickup_times" jsonb`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "bookings" DROP COLUMN "draft_pickup_times"`);
  }
}
