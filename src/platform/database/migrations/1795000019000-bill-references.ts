import { MigrationInterface, QueryRunner } from 'typeorm';

export class BillReferences1795000019000 implements MigrationInterface {
  name = 'BillReferences1795000019000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE INDEX "IDX_5c0ca5c3399416fe513502c030" ON "bills"  ("organization_id", "mode", "duplicate_of_bill_id") WHERE duplicate_of_bill_id IS NOT NULL`,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_cabe51133ea00e2527612ad5c4" ON "bills"  ("organization_id", "mode", "replaces_bill_id") WHERE replaces_bill_id IS NOT NULL`,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_107567d5fdf573ebd77f948b50" ON "invoices"  ("organization_id", "mode", "supplements_invoice_id") WHERE supplements_invoice_id IS NOT NULL`,
    );
    await queryRunner.query(
      `ALTER TABLE "bills" ADD CONSTRAINT "FK_450c153159746b8655c3a734224" FOREIGN KEY ("organization_id", "mode", "duplicate_of_bill_id") REFERENCES "bills"("organization_id","mode","id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "bills" ADD CONSTRAINT "FK_544a3ff17bd296b5e9a61696755" FOREIGN KEY ("organization_id", "mode", "replaces_bill_id") REFERENCES "bills"("organization_id","mode","id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "invoices" ADD CONSTRAINT "FK_4504eb0eafa684ac81d316ddf6d" FOREIGN KEY ("organization_id", "mode", "supplements_invoice_id") REFERENCES "invoices"("organization_id","mode","id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "invoices" DROP CONSTRAINT "FK_4504eb0eafa684ac81d316ddf6d"`);
    await queryRunner.query(`ALTER TABLE "bills" DROP CONSTRAINT "FK_544a3ff17bd296b5e9a61696755"`);
    await queryRunner.query(`ALTER TABLE "bills" DROP CONSTRAINT "FK_450c153159746b8655c3a734224"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_107567d5fdf573ebd77f948b50"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_cabe51133ea00e2527612ad5c4"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_5c0ca5c3399416fe513502c030"`);
  }
}
