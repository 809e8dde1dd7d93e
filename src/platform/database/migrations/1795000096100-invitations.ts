import { MigrationInterface, QueryRunner } from 'typeorm';

export class Invitations1795000096100 implements MigrationInterface {
  name = 'Invitations1795000096100';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE "invitations" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "organization_id" bigint NOT NULL, "mode" character varying(4) NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "email" character varying(254) NOT NULL, "role" character varying(10) NOT NULL, "mail_id" bigint, "token_hash" bytea, "base_url" character varying(2048) NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, "accepted_at" TIMESTAMP WITH TIME ZONE, "revoked_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "UQ_c2031bf42d84b6a83209b17d421" UNIQUE ("organization_id", "mode", "id"), CONSTRAINT "PK_5dec98cfdfd562e4ad3648bbb07" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_a60fd6c486cca51dc29921c234" ON "invitations"  ("mail_id") WHERE mail_id IS NOT NULL`,
    );
    await queryRunner.query(
      `CREATE UNIQUE INDEX "IDX_872ac94a64b3d44fc4b554780c" ON "invitations"  ("token_hash") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_b2473599d58ea5debd5f802655" ON "invitations"  ("created_at") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_d9c192ce5075f6ab76d8603bfc" ON "invitations"  ("organization_id", "mode", "created_at", "id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_3627fe1978a8e4680944a183d8" ON "invitations"  ("organization_id", "mode", "email", "id") `,
    );
    await queryRunner.query(
      `ALTER TABLE "invitations" ADD CONSTRAINT "FK_8343e1f81d7d4d371e8f15fe6f0" FOREIGN KEY ("mail_id") REFERENCES "mails"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "invitations" ADD CONSTRAINT "FK_42d1dbb4d85dc3643fdc6560af0" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "invitations" DROP CONSTRAINT "FK_42d1dbb4d85dc3643fdc6560af0"`);
    await queryRunner.query(`ALTER TABLE "invitations" DROP CONSTRAINT "FK_8343e1f81d7d4d371e8f15fe6f0"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_3627fe1978a8e4680944a183d8"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_d9c192ce5075f6ab76d8603bfc"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_b2473599d58ea5debd5f802655"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_872ac94a64b3d44fc4b554780c"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_a60fd6c486cca51dc29921c234"`);
    await queryRunner.query(`DROP TABLE "invitations"`);
  }
}
