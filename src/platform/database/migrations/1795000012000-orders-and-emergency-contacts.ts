import { MigrationInterface, QueryRunner } from 'typeorm';

export class OrdersAndEmergencyContacts1795000012000 implements MigrationInterface {
  name = 'OrdersAndEmergencyContacts1795000012000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "freight" ADD "order_list" jsonb NOT NULL DEFAULT '[]'`);
    await queryRunner.query(`ALTER TABLE "freight" ADD "emergency_contact" jsonb`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "freight" DROP COLUMN "emergency_contact"`);
    await queryRunner.query(`ALTER TABLE "freight" DROP COLUMN "order_list"`);
  }
}
