import { MigrationInterface, QueryRunner } from 'typeorm';

export class BillDecisions1795000015100 implements MigrationInterface {
  name = 'BillDecisions1795000015100';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "public"."IDX_796c4c9479afb31f3d4b1f37e4"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_f9976a053a9b7033c649abfe7a"`);
    await queryRunner.query(`ALTER TABLE "bills" DROP CONSTRAINT "UQ_ddb022f62f9818cdd949fa6ae32"`);
    await queryRunner.query(`ALTER TABLE "freight" ADD "adjustments" jsonb NOT NULL DEFAULT '[]'`);
    await queryRunner.query(`ALTER TABLE "bills" ADD "reasons" text array NOT NULL DEFAULT '{}'`);
    await queryRunner.query(`ALTER TABLE "bills" ADD "replaces_bill_id" bigint`);
    await queryRunner.query(`ALTER TABLE "bills" ADD "duplicate_of_bill_id" bigint`);
    await queryRunner.query(`ALTER TABLE "bills" ADD "replaced" boolean NOT NULL DEFAULT false`);
    await queryRunner.query(`ALTER TABLE "bills" ADD "disputed_cents" bigint`);
    await queryRunner.query(`ALTER TABLE "bills" ADD "credit_cents" bigint NOT NULL DEFAULT '0'`);
    await queryRunner.query(`ALTER TABLE "bills" ADD "adjusted_cents" bigint NOT NULL DEFAULT '0'`);
    await queryRunner.query(`ALTER TABLE "bills" ADD "note" character varying(1000)`);
    await queryRunner.query(`ALTER TABLE "invoices" ADD "supplements_invoice_id" bigint`);
    // Of several bills for one PRO number the first stands; what was decided on elsewhere is theirs to settle.
    await queryRunner.query(`
            UPDATE bills SET
                status = 'duplicate', duplicate_of_bill_id = first.id,
                reason = 'The bill ' || first.bill_number || ' is for the same PRO number.'
            FROM bills first
            WHERE first.id = (
                SELECT min(id) FROM bills same
                WHERE same.organization_id = bills.organization_id AND same.mode = bills.mode
                  AND same.carrier_key = bills.carrier_key AND same.pro_key = bills.pro_key
            ) AND first.id <> bills.id
        `);
    await queryRunner.query(
      `CREATE UNIQUE INDEX "IDX_4e10d78e587373417e8d7beaea" ON "bills"  ("organization_id", "mode", "carrier_key", "pro_key") WHERE NOT replaced AND status <> 'duplicate'`,
    );
    await queryRunner.query(
      `CREATE UNIQUE INDEX "IDX_692a6956ff26a61620c374c551" ON "bills"  ("organization_id", "mode", "carrier_key", "bill_number") WHERE NOT replaced`,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_21ebb6756878cdebdf68bf80dc" ON "invoices"  ("due_date") WHERE status = 'open' AND amount_cents > 0`,
    );
    await queryRunner.query(
      `CREATE UNIQUE INDEX "IDX_40800d08893aaada3d81f91cad" ON "invoices"  ("organization_id", "mode", "freight_id") WHERE status <> 'void' AND supplements_invoice_id IS NULL`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`UPDATE bills SET status = 'disputed' WHERE status IN ('duplicate', 'resolved')`);
    await queryRunner.query(`UPDATE bills SET status = 'variance' WHERE status = 'approved'`);
    await queryRunner.query(`DELETE FROM bills WHERE replaced`);
    await queryRunner.query(`DELETE FROM invoices WHERE supplements_invoice_id IS NOT NULL`);
    await queryRunner.query(`DROP INDEX "public"."IDX_40800d08893aaada3d81f91cad"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_21ebb6756878cdebdf68bf80dc"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_692a6956ff26a61620c374c551"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_4e10d78e587373417e8d7beaea"`);
    await queryRunner.query(`ALTER TABLE "invoices" DROP COLUMN "supplements_invoice_id"`);
    await queryRunner.query(`ALTER TABLE "bills" DROP COLUMN "note"`);
    await queryRunner.query(`ALTER TABLE "bills" DROP COLUMN "adjusted_cents"`);
    await queryRunner.query(`ALTER TABLE "bills" DROP COLUMN "credit_cents"`);
    await queryRunner.query(`ALTER TABLE "bills" DROP COLUMN "disputed_cents"`);
    await queryRunner.query(`ALTER TABLE "bills" DROP COLUMN "replaced"`);
    await queryRunner.query(`ALTER TABLE "bills" DROP COLUMN "duplicate_of_bill_id"`);
    await queryRunner.query(`ALTER TABLE "bills" DROP COLUMN "replaces_bill_id"`);
    await queryRunner.query(`ALTER TABLE "bills" DROP COLUMN "reasons"`);
    await queryRunner.query(`ALTER TABLE "freight" DROP COLUMN "adjustments"`);
    await queryRunner.query(
      `ALTER TABLE "bills" ADD CONSTRAINT "UQ_ddb022f62f9818cdd949fa6ae32" UNIQUE ("organization_id", "mode", "bill_number", "carrier_key")`,
    );
    await queryRunner.query(
      `CREATE UNIQUE INDEX "IDX_f9976a053a9b7033c649abfe7a" ON "invoices" USING btree ("freight_id", "mode", "organization_id") WHERE ((status)::text <> 'void'::text)`,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_796c4c9479afb31f3d4b1f37e4" ON "invoices" USING btree ("due_date") WHERE ((status)::text = 'open'::text)`,
    );
  }
}
