import { MigrationInterface, QueryRunner } from 'typeorm';

export class Sharing1795000105000 implements MigrationInterface {
  name = 'Sharing1795000105000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE "mail_stops" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "organization_id" bigint NOT NULL, "mode" character varying(4) NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "email" character varying(254) NOT NULL, CONSTRAINT "UQ_836efd9582418b056fa662ab2b1" UNIQUE ("organization_id", "mode", "email"), CONSTRAINT "UQ_c6d176e26612e9c6084e6ca17c1" UNIQUE ("organization_id", "mode", "id"), CONSTRAINT "PK_354985bf5e96352d3596ae41fdd" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE TABLE "tracking_links" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "organization_id" bigint NOT NULL, "mode" character varying(4) NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "freight_id" bigint NOT NULL, "token_hash" bytea NOT NULL, "sealed_token" bytea NOT NULL, "pod" boolean NOT NULL DEFAULT false, "notify" jsonb NOT NULL DEFAULT '[]', CONSTRAINT "UQ_5a6356d83c7886cdc6dfe8cc08b" UNIQUE ("organization_id", "mode", "id"), CONSTRAINT "PK_b0d001413b771cc1e6d786c44ce" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE UNIQUE INDEX "IDX_3d39124eaf77ea6719906187ff" ON "tracking_links"  ("token_hash") `,
    );
    await queryRunner.query(
      `CREATE UNIQUE INDEX "IDX_6c96ff0d4c2595bd0ed61cdf9f" ON "tracking_links"  ("organization_id", "mode", "freight_id") `,
    );
    await queryRunner.query(
      `CREATE TABLE "tracking_mails" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "organization_id" bigint NOT NULL, "mode" character varying(4) NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "freight_id" bigint NOT NULL, "email" character varying(254) NOT NULL, "event" character varying(20) NOT NULL, "mail_id" bigint NOT NULL, "token_hash" bytea NOT NULL, "sealed_token" bytea NOT NULL, CONSTRAINT "UQ_f6ccc98f8168095a6b8ada050f2" UNIQUE ("organization_id", "mode", "freight_id", "email", "event"), CONSTRAINT "UQ_8c4eb29b18641f641c28df2be8c" UNIQUE ("organization_id", "mode", "id"), CONSTRAINT "PK_af51b327438849341274ab0ecaa" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_ad6fc48a459fdbf80077d3132c" ON "tracking_mails"  ("mail_id") `,
    );
    await queryRunner.query(
      `CREATE UNIQUE INDEX "IDX_d699746442f024f76fb5de59ab" ON "tracking_mails"  ("token_hash") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_00d58477380688d9bbb71f5cde" ON "tracking_mails"  ("created_at") `,
    );
    await queryRunner.query(
      `ALTER TABLE "mail_stops" ADD CONSTRAINT "FK_e6bf4ee1e9eed4b9b1c36f10655" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "tracking_links" ADD CONSTRAINT "FK_6c96ff0d4c2595bd0ed61cdf9f8" FOREIGN KEY ("organization_id", "mode", "freight_id") REFERENCES "freight"("organization_id","mode","id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "tracking_mails" ADD CONSTRAINT "FK_ad6fc48a459fdbf80077d3132c5" FOREIGN KEY ("mail_id") REFERENCES "mails"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "tracking_mails" ADD CONSTRAINT "FK_f80ce48ce3fdd5068531463d528" FOREIGN KEY ("organization_id", "mode", "freight_id") REFERENCES "freight"("organization_id","mode","id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "tracking_mails" DROP CONSTRAINT "FK_f80ce48ce3fdd5068531463d528"`);
    await queryRunner.query(`ALTER TABLE "tracking_mails" DROP CONSTRAINT "FK_ad6fc48a459fdbf80077d3132c5"`);
    await queryRunner.query(`ALTER TABLE "tracking_links" DROP CONSTRAINT "FK_6c96ff0d4c2595bd0ed61cdf9f8"`);
    await queryRunner.query(`ALTER TABLE "mail_stops" DROP CONSTRAINT "FK_e6bf4ee1e9eed4b9b1c36f10655"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_00d58477380688d9bbb71f5cde"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_d699746442f024f76fb5de59ab"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_ad6fc48a459fdbf80077d3132c"`);
    await queryRunner.query(`DROP TABLE "tracking_mails"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_6c96ff0d4c2595bd0ed61cdf9f"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_3d39124eaf77ea6719906187ff"`);
    await queryRunner.query(`DROP TABLE "tracking_links"`);
    await queryRunner.query(`DROP TABLE "mail_stops"`);
  }
}
