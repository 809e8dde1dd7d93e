import { MigrationInterface, QueryRunner } from 'typeorm';

export class OpenInvitations1795000106000 implements MigrationInterface {
  name = 'OpenInvitations1795000106000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE INDEX "IDX_0f5d3b73b9341666caa324f3bb" ON "invitations"  ("email", "id") WHERE accepted_at IS NULL AND revoked_at IS NULL`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "public"."IDX_0f5d3b73b9341666caa324f3bb"`);
  }
}
