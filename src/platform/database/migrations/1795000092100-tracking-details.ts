import { MigrationInterface, QueryRunner } from 'typeorm';

export class TrackingDetails1795000092100 implements MigrationInterface {
  name = 'TrackingDetails1795000092100';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "tracked_shipments" ADD "signed_by" character varying(100)`);
    await queryRunner.query(`ALTER TABLE "tracking_scans" ADD "code" character varying(20)`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "tracking_scans" DROP COLUMN "code"`);
    await queryRunner.query(`ALTER TABLE "tracked_shipments" DROP COLUMN "signed_by"`);
  }
}
