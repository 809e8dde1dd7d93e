import { MigrationInterface, QueryRunner } from 'typeorm';

export class BillsStanding1795000087000 implements MigrationInterface {
  name = 'BillsStanding1795000087000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "public"."IDX_4e10d78e587373417e8d7beaea"`);
    await queryRunner.query(`ALTER TABLE "bills" DROP COLUMN "adjusted_cents"`);
    await queryRunner.query(
      `CREATE UNIQUE INDEX "IDX_1faa313a2de80f6d25a10671dc" ON "bills"  ("organization_id", "mode", "carrier_key", "pro_key") WHERE NOT replaced AND status <> 'duplicate' AND (status <> 'resolved' OR credit_cents < total_cents)`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "public"."IDX_1faa313a2de80f6d25a10671dc"`);
    await queryRunner.query(`ALTER TABLE "bills" ADD "adjusted_cents" bigint NOT NULL DEFAULT '0'`);
    await queryRunner.query(
      `CREATE UNIQUE INDEX "IDX_4e10d78e587373417e8d7beaea" ON "bills" USING btree ("carrier_key", "mode", "organization_id", "pro_key") WHERE ((NOT replaced) AND ((status)::text <> 'duplicate'::text))`,
    );
  }
}
