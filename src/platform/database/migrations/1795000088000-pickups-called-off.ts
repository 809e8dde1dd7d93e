import { MigrationInterface, QueryRunner } from 'typeorm';

const WHERE = (reasons: string) =>
  `(tracking_status = 'exception' OR status = 'created' OR
    (status NOT IN ('in_transit', 'delivered', 'voided') AND (status_reason IS NOT NULL OR ${reasons})))`;

/** A shipment whose pickup was called off waits for a person. */
export class PickupsCalledOff1795000088000 implements MigrationInterface {
  name = 'PickupsCalledOff1795000088000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await index(queryRunner, WHERE(`pickup_status IN ('missed', 'cancelled')`));
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await index(queryRunner, WHERE(`pickup_status = 'missed'`));
  }
}

async function index(queryRunner: QueryRunner, where: string): Promise<void> {
  await queryRunner.query(`DROP INDEX "public"."IDX_freight_attention"`);
  await queryRunner.query(
    `CREATE INDEX "IDX_freight_attention" ON "freight" (organization_id, mode, id) WHERE ${where}`,
  );
}
