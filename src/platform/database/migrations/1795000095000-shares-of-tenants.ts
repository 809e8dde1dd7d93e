import { MigrationInterface, QueryRunner } from 'typeorm';

export class SharesOfTenants1795000095000 implements MigrationInterface {
  name = 'SharesOfTenants1795000095000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "public"."IDX_72d31d684606733b706ebeb88b"`);
    await queryRunner.query(
      `CREATE INDEX "IDX_a04ce92e880a48902370301c72" ON "webhook_deliveries"  ("organization_id", "endpoint_id", "next_attempt_at") WHERE status IN ('pending', 'retrying')`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "public"."IDX_a04ce92e880a48902370301c72"`);
    await queryRunner.query(
      `CREATE INDEX "IDX_72d31d684606733b706ebeb88b" ON "webhook_deliveries" USING btree ("endpoint_id", "next_attempt_at") WHERE ((status)::text = ANY ((ARRAY['pending'::character varying, 'retrying'::character varying])::text[]))`,
    );
  }
}
