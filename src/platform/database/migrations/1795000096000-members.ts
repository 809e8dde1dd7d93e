import { MigrationInterface, QueryRunner } from 'typeorm';

export class Members1795000096000 implements MigrationInterface {
  name = 'Members1795000096000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE "members" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "organization_id" bigint NOT NULL, "mode" character varying(4) NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "email" character varying(254) NOT NULL, "name" character varying(100), "role" character varying(10) NOT NULL, "last_signed_in_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "UQ_76fbcfff40cc0891394416f5039" UNIQUE ("organization_id", "mode", "email"), CONSTRAINT "UQ_8fbe097b4381bc7b250d8dd2491" UNIQUE ("organization_id", "mode", "id"), CONSTRAINT "PK_28b53062261b996d9c99fa12404" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(`CREATE INDEX "IDX_2714af51e3f7dd42cf66eeb08d" ON "members"  ("email") `);
    await queryRunner.query(
      `CREATE INDEX "IDX_95725e29ae971ebebe42b98c81" ON "members"  ("organization_id", "mode", "created_at", "id") `,
    );
    await queryRunner.query(
      `CREATE TABLE "sessions" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "organization_id" bigint NOT NULL, "mode" character varying(4) NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "member_id" bigint NOT NULL, "hash" bytea NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "UQ_19bd3e9f45a7b8f443b45cfa621" UNIQUE ("organization_id", "mode", "id"), CONSTRAINT "PK_3238ef96f18b355b671619111bc" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(`CREATE UNIQUE INDEX "IDX_31be0a69981767c841026c309e" ON "sessions"  ("hash") `);
    await queryRunner.query(`CREATE INDEX "IDX_476aa19b1412e9872ef8f89e87" ON "sessions"  ("created_at") `);
    await queryRunner.query(
      `CREATE INDEX "IDX_1de586d56b92b9f206a91acb47" ON "sessions"  ("organization_id", "mode", "member_id", "id") `,
    );
    await queryRunner.query(
      `CREATE TABLE "sign_in_links" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "organization_id" bigint NOT NULL, "mode" character varying(4) NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "member_id" bigint NOT NULL, "mail_id" bigint, "token_hash" bytea, "base_url" character varying(2048) NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "UQ_5031f70f8afc2a2e3728504b4c5" UNIQUE ("organization_id", "mode", "id"), CONSTRAINT "PK_2097ee1b62272fac6526b35398e" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_bb552e3cdc813c10aaf5f0fb5e" ON "sign_in_links"  ("mail_id") WHERE mail_id IS NOT NULL`,
    );
    await queryRunner.query(
      `CREATE UNIQUE INDEX "IDX_7e056095bb858289789025d055" ON "sign_in_links"  ("token_hash") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_ef0290bfae390d9cd88cb6fd35" ON "sign_in_links"  ("created_at") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_f9f7709b2c3846e31a089b67dd" ON "sign_in_links"  ("organization_id", "mode", "member_id", "id") `,
    );
    await queryRunner.query(`ALTER TABLE "audit_log" ALTER COLUMN "actor_name" TYPE character varying(254)`);
    await queryRunner.query(`ALTER TABLE "api_requests" ADD "member_id" bigint`);
    await queryRunner.query(`ALTER TABLE "api_requests" ALTER COLUMN "key_id" DROP NOT NULL`);
    await queryRunner.query(
      `ALTER TABLE "members" ADD CONSTRAINT "FK_40c051286e8db5b4613ecb3035a" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "sessions" ADD CONSTRAINT "FK_bb58e28db86c21e9ca4f484a8a1" FOREIGN KEY ("organization_id", "mode", "member_id") REFERENCES "members"("organization_id","mode","id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "sign_in_links" ADD CONSTRAINT "FK_775171d46b399bae5df17e611b2" FOREIGN KEY ("mail_id") REFERENCES "mails"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "sign_in_links" ADD CONSTRAINT "FK_d924e6ee6e89c3a79adba2c895b" FOREIGN KEY ("organization_id", "mode", "member_id") REFERENCES "members"("organization_id","mode","id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "sign_in_links" DROP CONSTRAINT "FK_d924e6ee6e89c3a79adba2c895b"`);
    await queryRunner.query(`ALTER TABLE "sign_in_links" DROP CONSTRAINT "FK_775171d46b399bae5df17e611b2"`);
    await queryRunner.query(`ALTER TABLE "sessions" DROP CONSTRAINT "FK_bb58e28db86c21e9ca4f484a8a1"`);
    await queryRunner.query(`ALTER TABLE "members" DROP CONSTRAINT "FK_40c051286e8db5b4613ecb3035a"`);
    await queryRunner.query(
      `ALTER TABLE "audit_log" ALTER COLUMN "actor_name" TYPE character varying(100) USING left(actor_name, 100)`,
    );
    await queryRunner.query(`DELETE FROM "api_requests" WHERE "key_id" IS NULL`);
    await queryRunner.query(`ALTER TABLE "api_requests" ALTER COLUMN "key_id" SET NOT NULL`);
    await queryRunner.query(`ALTER TABLE "api_requests" DROP COLUMN "member_id"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_f9f7709b2c3846e31a089b67dd"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_ef0290bfae390d9cd88cb6fd35"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_7e056095bb858289789025d055"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_bb552e3cdc813c10aaf5f0fb5e"`);
    await queryRunner.query(`DROP TABLE "sign_in_links"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_1de586d56b92b9f206a91acb47"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_476aa19b1412e9872ef8f89e87"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_31be0a69981767c841026c309e"`);
    await queryRunner.query(`DROP TABLE "sessions"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_95725e29ae971ebebe42b98c81"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_2714af51e3f7dd42cf66eeb08d"`);
    await queryRunner.query(`DROP TABLE "members"`);
  }
}
