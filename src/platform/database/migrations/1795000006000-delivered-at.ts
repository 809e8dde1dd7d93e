import { MigrationInterface, QueryRunner } from 'typeorm';

export class DeliveredAt1795000006000 implements MigrationInterface {
  name = 'DeliveredAt1795000006000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "freight" ADD "delivered_at" TIMESTAMP WITH TIME ZONE`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "freight" DROP COLUMN "delivered_at"`);
  }
}
