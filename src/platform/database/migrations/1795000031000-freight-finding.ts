import { MigrationInterface, QueryRunner } from 'typeorm';

const REFERENCES = [0, 1, 2].map((at) => [
  `IDX_freight_reference_${at + 1}`,
  `(reference_list->${at}->>'value')`,
]);

export class FreightFinding1795000031000 implements MigrationInterface {
  name = 'FreightFinding1795000031000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "freight" ADD "tracking_status" character varying(20)`);
    await queryRunner.query(
      `UPDATE freight SET tracking_status = t.status FROM tracked_shipments t
       WHERE t.organization_id = freight.organization_id AND t.mode = freight.mode AND t.freight_id = freight.id`,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_9e73c5383f8e06bd5e1033d8b9" ON "freight"  ("organization_id", "mode", "estimated_delivery_date", "id") WHERE estimated_delivery_date IS NOT NULL`,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_24b6388bbc888f90732a1dbebf" ON "freight"  ("organization_id", "mode", "tracking_status", "id") WHERE tracking_status IS NOT NULL`,
    );
    for (const [name, value] of REFERENCES) {
      await queryRunner.query(
        `CREATE INDEX "${name}" ON "freight" (organization_id, mode, ${value}, id) WHERE ${value} IS NOT NULL`,
      );
    }
    await queryRunner.query(
      `CREATE INDEX "IDX_freight_attention" ON "freight" (organization_id, mode, id)
       WHERE (tracking_status = 'exception' OR status = 'created' OR
         (status NOT IN ('in_transit', 'delivered', 'voided') AND (status_reason IS NOT NULL OR pickup_status = 'missed')))`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "public"."IDX_9e73c5383f8e06bd5e1033d8b9"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_24b6388bbc888f90732a1dbebf"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_freight_attention"`);
    for (const [name] of REFERENCES) await queryRunner.query(`DROP INDEX "public"."${name}"`);
    await queryRunner.query(`ALTER TABLE "freight" DROP COLUMN "tracking_status"`);
  }
}
