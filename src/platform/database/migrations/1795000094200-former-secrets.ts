import { MigrationInterface, QueryRunner } from 'typeorm';

export class FormerSecrets1795000094200 implements MigrationInterface {
  name = 'FormerSecrets1795000094200';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "webhook_endpoints" ADD "sealed_former_secret" bytea`);
    await queryRunner.query(
      `ALTER TABLE "webhook_endpoints" ADD "former_secret_until" TIMESTAMP WITH TIME ZONE`,
    );
    await queryRunner.query(`ALTER TABLE "webhook_endpoints" ADD "owner_told_at" TIMESTAMP WITH TIME ZONE`);
    await queryRunner.query(
      `CREATE INDEX "IDX_ec65b2a861c0d693f0f2a5677e" ON "webhook_endpoints"  ("former_secret_until") WHERE former_secret_until IS NOT NULL`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "public"."IDX_ec65b2a861c0d693f0f2a5677e"`);
    await queryRunner.query(`ALTER TABLE "webhook_endpoints" DROP COLUMN "owner_told_at"`);
    await queryRunner.query(`ALTER TABLE "webhook_endpoints" DROP COLUMN "former_secret_until"`);
    await queryRunner.query(`ALTER TABLE "webhook_endpoints" DROP COLUMN "sealed_former_secret"`);
  }
}
