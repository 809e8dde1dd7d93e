import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WebhookFailurePolicy1797000031000 implements MigrationInterface {
  name = 'WebhookFailurePolicy1797000031000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE webhook_endpoints ADD failure_policy varchar(12) DEFAULT 'consecutive' NOT NULL,
         ADD outage_counted_until timestamptz`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE webhook_endpoints DROP failure_policy, DROP outage_counted_until');
  }
}
