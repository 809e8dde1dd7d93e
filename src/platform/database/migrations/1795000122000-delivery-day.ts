import { MigrationInterface, QueryRunner } from 'typeorm';

export class DeliveryDay1795000122000 implements MigrationInterface {
  name = 'DeliveryDay1795000122000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "freight" ADD "delivered_on" date`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "freight" DROP COLUMN "delivered_on"`);
  }
}
