import { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = ['freight_id', 'invoice_id', 'customer_id', 'bill_id'];

export class EventSubjects1795000030000 implements MigrationInterface {
  name = 'EventSubjects1795000030000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const column of COLUMNS) await queryRunner.query(`ALTER TABLE "events" ADD "${column}" bigint`);
    await queryRunner.query(`ALTER TABLE "events" ADD "quote_ids" bigint array`);
    // What the events of the last days say themselves.
    await queryRunner.query(
      `UPDATE events SET
         freight_id = COALESCE(data->'shipment'->>'freight_id', data->'invoice'->>'freight_id', data->'bill'->>'freight_id',
           CASE WHEN type = 'bol.generated' THEN data->'shipment'->>'id' END)::bigint,
         invoice_id = (data->'invoice'->>'id')::bigint,
         customer_id = COALESCE(data->'customer'->>'id', data->'quote'->>'customer_id', data->'quotes'->0->>'customer_id',
           data->'invoice'->>'customer_id', data->'shipment'->>'customer_id')::bigint,
         bill_id = (data->'bill'->>'id')::bigint,
         quote_ids = CASE
           WHEN jsonb_typeof(data->'quotes') = 'array'
             THEN ARRAY(SELECT (quote->>'id')::bigint FROM jsonb_array_elements(data->'quotes') AS quote)
           WHEN data->'quote'->>'id' IS NOT NULL THEN ARRAY[(data->'quote'->>'id')::bigint]
         END
       WHERE type ~ '^(quote|shipment|bol|invoice|customer|bill)[.]'`,
    );
    await queryRunner.query(
      `UPDATE events SET quote_ids = ARRAY[f.quote_id], customer_id = f.customer_id
       FROM freight f WHERE f.id = events.freight_id AND f.organization_id = events.organization_id
         AND events.type ~ '^(shipment|bol)[.]'`,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_ad62889d3e2ede291748d29986" ON "events"  ("organization_id", "mode", "bill_id", "id") WHERE bill_id IS NOT NULL`,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_70bf4c92ac9769324cdd41d766" ON "events"  ("organization_id", "mode", "customer_id", "id") WHERE customer_id IS NOT NULL`,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_a9c037a1247898276a7cb69553" ON "events"  ("organization_id", "mode", "invoice_id", "id") WHERE invoice_id IS NOT NULL`,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_fa6c481d34a6bbccdd2dc99ec7" ON "events"  ("organization_id", "mode", "freight_id", "id") WHERE freight_id IS NOT NULL`,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_00cbf35899843aad4c0818762a" ON "events"  ("organization_id", "mode", "type", "id") `,
    );
    // Ids of quotes are nobody else's: the tenant need not stand in the index.
    await queryRunner.query(`CREATE INDEX "IDX_events_quote_ids" ON "events" USING gin ("quote_ids")`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "public"."IDX_00cbf35899843aad4c0818762a"`);
    for (const column of [...COLUMNS, 'quote_ids'])
      await queryRunner.query(`ALTER TABLE "events" DROP COLUMN "${column}"`);
  }
}
