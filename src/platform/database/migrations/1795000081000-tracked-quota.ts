import { MigrationInterface, QueryRunner } from 'typeorm';

export class TrackedQuota1795000081000 implements MigrationInterface {
  name = 'TrackedQuota1795000081000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE INDEX "IDX_5f770e176f31be048b21d7449c" ON "tracked_shipments"  ("organization_id") WHERE source = 'manual' AND next_check_at IS NOT NULL`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "public"."IDX_5f770e176f31be048b21d7449c"`);
  }
}
