import { MigrationInterface, QueryRunner } from 'typeorm';

export class QuoteUnitsAndDates1795000011000 implements MigrationInterface {
  name = 'QuoteUnitsAndDates1795000011000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE "quotes" ADD "limited_access" jsonb NOT NULL DEFAULT '{}', ADD "declared_value_cents" bigint,
       ADD "ship_date" date, ADD "pickup_date" date, ADD "estimated_delivery_date" date`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE "quotes" DROP COLUMN "estimated_delivery_date", DROP COLUMN "pickup_date", DROP COLUMN "ship_date",
       DROP COLUMN "declared_value_cents", DROP COLUMN "limited_access"`,
    );
  }
}
