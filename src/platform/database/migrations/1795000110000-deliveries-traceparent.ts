import { MigrationInterface, QueryRunner } from 'typeorm';

export class DeliveriesTraceparent1795000110000 implements MigrationInterface {
  name = 'DeliveriesTraceparent1795000110000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "webhook_deliveries" ADD "traceparent" character varying(55)`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "webhook_deliveries" DROP COLUMN "traceparent"`);
  }
}
