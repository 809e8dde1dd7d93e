import { MigrationInterface, QueryRunner } from 'typeorm';

export class LooseEnds1795000005000 implements MigrationInterface {
  name = 'LooseEnds1795000005000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            CREATE INDEX "IDX_b57000eeb419c3d90854679593" ON "freight" ("organization_id", "mode", "pro_number")
            WHERE pro_number IS NOT NULL
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_0ec76adc2ee6ff0d34c3bd0363" ON "tracked_shipments" ("organization_id", "mode", "normalized_number")
            WHERE NOT listed
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_c943907ff0067f7c25ae79007b" ON "webhook_deliveries" ("created_at")
            WHERE status IN ('delivered', 'failed')
        `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "public"."IDX_c943907ff0067f7c25ae79007b"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_0ec76adc2ee6ff0d34c3bd0363"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_b57000eeb419c3d90854679593"`);
  }
}
