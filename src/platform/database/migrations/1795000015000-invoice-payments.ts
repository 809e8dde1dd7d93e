import { MigrationInterface, QueryRunner } from 'typeorm';

export class InvoicePayments1795000015000 implements MigrationInterface {
  name = 'InvoicePayments1795000015000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE "invoice_payments" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "organization_id" bigint NOT NULL, "mode" character varying(4) NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "invoice_id" bigint NOT NULL, "amount_cents" bigint NOT NULL, "method" character varying(255), "reference" character varying(255), CONSTRAINT "UQ_f9b6fb035d2bc757bcce094d499" UNIQUE ("organization_id", "mode", "id"), CONSTRAINT "PK_e19c9ebfa432289f510de7b4e99" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_289b21226d65b4c4ef91e40949" ON "invoice_payments"  ("organization_id", "mode", "invoice_id", "id") `,
    );
    await queryRunner.query(`ALTER TABLE "customers" ADD "address" character varying(255)`);
    await queryRunner.query(`ALTER TABLE "customers" ADD "city" character varying(255)`);
    await queryRunner.query(`ALTER TABLE "customers" ADD "state" character varying(2)`);
    await queryRunner.query(`ALTER TABLE "customers" ADD "zip" character varying(10)`);
    await queryRunner.query(`ALTER TABLE "invoices" ADD "late_fee_waived_cents" bigint NOT NULL DEFAULT '0'`);
    await queryRunner.query(
      `CREATE INDEX "IDX_bda36b13ee5e2b9b1d1b4f614c" ON "invoices"  ("organization_id", "mode", "customer_id", "due_date") WHERE status IN ('open', 'overdue')`,
    );
    await queryRunner.query(
      `ALTER TABLE "invoice_payments" ADD CONSTRAINT "FK_5473a27b54585e1c22f3909822c" FOREIGN KEY ("organization_id", "mode", "invoice_id") REFERENCES "invoices"("organization_id","mode","id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    // What was paid before payments were kept one by one was paid at once.
    await queryRunner.query(`
            INSERT INTO "invoice_payments" (
                "organization_id", "mode", "created_at", "invoice_id", "amount_cents", "method", "reference"
            )
            SELECT organization_id, mode, paid_at, id, amount_paid_cents, payment_method, payment_reference
            FROM invoices WHERE status = 'paid' AND paid_at IS NOT NULL ORDER BY paid_at, id
        `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE "invoice_payments" DROP CONSTRAINT "FK_5473a27b54585e1c22f3909822c"`,
    );
    await queryRunner.query(`DROP INDEX "public"."IDX_bda36b13ee5e2b9b1d1b4f614c"`);
    await queryRunner.query(`ALTER TABLE "invoices" DROP COLUMN "late_fee_waived_cents"`);
    await queryRunner.query(`ALTER TABLE "customers" DROP COLUMN "zip"`);
    await queryRunner.query(`ALTER TABLE "customers" DROP COLUMN "state"`);
    await queryRunner.query(`ALTER TABLE "customers" DROP COLUMN "city"`);
    await queryRunner.query(`ALTER TABLE "customers" DROP COLUMN "address"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_289b21226d65b4c4ef91e40949"`);
    await queryRunner.query(`DROP TABLE "invoice_payments"`);
  }
}
