import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Numbers of shipments with a recorded scan have the source `manual` too, and do not count as tracked by the client. */
export class ManualScans1797000052000 implements MigrationInterface {
  name = 'ManualScans1797000052000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE tracking_scans ADD signed_by character varying(100), ADD pieces integer',
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_cea80c00707fe2229854c0eb29" ON tracked_shipments (organization_id) WHERE source = 'manual' AND freight_id IS NULL AND next_check_at IS NOT NULL`,
    );
    await queryRunner.query('DROP INDEX "IDX_5f770e176f31be048b21d7449c"');
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE INDEX "IDX_5f770e176f31be048b21d7449c" ON tracked_shipments (organization_id) WHERE source = 'manual' AND next_check_at IS NOT NULL`,
    );
    await queryRunner.query('DROP INDEX "IDX_cea80c00707fe2229854c0eb29"');
    await queryRunner.query('ALTER TABLE tracking_scans DROP pieces, DROP signed_by');
  }
}
