import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the form of a customer's invoices. Existing customers keep itemized invoices. */
export class InvoiceForm1797000052000 implements MigrationInterface {
  name = 'InvoiceForm1797000052000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE customers ADD invoice_form character varying(10) NOT NULL DEFAULT 'itemized'`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE customers DROP invoice_form');
  }
}
