import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sets the charge of adjusted shipments to their invoices, or to the quote and the adjustments that wait for an invoice. */
export class InvoicedCharges1797000011000 implements MigrationInterface {
  name = 'InvoicedCharges1797000011000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `UPDATE freight f SET total_charge_cents = COALESCE(
         (SELECT sum(i.amount_cents) FROM invoices i WHERE i.organization_id = f.organization_id AND i.mode = f.mode
            AND i.freight_id = f.id AND i.status <> 'void'),
         f.quoted_cents + COALESCE((SELECT sum((a->>'amountCents')::bigint) FROM jsonb_array_elements(f.adjustments) a
            WHERE (a->>'invoiced')::boolean), 0))
       WHERE f.adjustments <> '[]'`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `UPDATE freight SET total_charge_cents = quoted_cents + COALESCE(
         (SELECT sum((a->>'amountCents')::bigint) FROM jsonb_array_elements(adjustments) a), 0)
       WHERE adjustments <> '[]'`,
    );
  }
}
