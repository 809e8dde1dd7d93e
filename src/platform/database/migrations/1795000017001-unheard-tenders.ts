import { MigrationInterface, QueryRunner } from 'typeorm';

export class UnheardTenders1795000017001 implements MigrationInterface {
  name = 'UnheardTenders1795000017001';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "bookings" ADD "unheard" integer NOT NULL DEFAULT '0'`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "bookings" DROP COLUMN "unheard"`);
  }
}
