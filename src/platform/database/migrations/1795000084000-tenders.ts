import { MigrationInterface, QueryRunner } from 'typeorm';

export class Tenders1795000084000 implements MigrationInterface {
  name = 'Tenders1795000084000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE "tenders" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "organization_id" bigint NOT NULL, "mode" character varying(4) NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "freight_id" bigint NOT NULL, "mail_id" bigint NOT NULL, "state" character varying(10) NOT NULL DEFAULT 'sent', "email" character varying(255) NOT NULL, "token_hash" bytea NOT NULL, "sealed_link" bytea, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, "answered_at" TIMESTAMP WITH TIME ZONE, "answered_by" character varying(100), "reason" character varying(255), CONSTRAINT "UQ_cfbcf57d2529bcf6080ad6a2993" UNIQUE ("organization_id", "mode", "id"), CONSTRAINT "PK_13fdd4229818a97b5102199463b" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(`CREATE INDEX "IDX_0c55e6877e9ec4ac07791b8055" ON "tenders"  ("mail_id") `);
    await queryRunner.query(
      `CREATE UNIQUE INDEX "IDX_e93001fec61f054cdfbe08f571" ON "tenders"  ("token_hash") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_tenders_expiry" ON "tenders"  ("expires_at") WHERE state = 'sent'`,
    );
    await queryRunner.query(
      `CREATE UNIQUE INDEX "IDX_tenders_open" ON "tenders"  ("organization_id", "mode", "freight_id") WHERE state = 'sent'`,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_5bc068bf191988c6e006944f73" ON "tenders"  ("organization_id", "mode", "freight_id", "id") `,
    );
    await queryRunner.query(`ALTER TABLE "mails" ADD "composer" character varying(20)`);
    await queryRunner.query(`ALTER TABLE "quotes" ADD "tender_email" character varying(255)`);
    await queryRunner.query(
      `ALTER TABLE "tenders" ADD CONSTRAINT "FK_0c55e6877e9ec4ac07791b8055b" FOREIGN KEY ("mail_id") REFERENCES "mails"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "tenders" ADD CONSTRAINT "FK_8d54dfc44d4622e58b71e13ef7f" FOREIGN KEY ("organization_id", "mode", "freight_id") REFERENCES "freight"("organization_id","mode","id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "tenders" DROP CONSTRAINT "FK_8d54dfc44d4622e58b71e13ef7f"`);
    await queryRunner.query(`ALTER TABLE "tenders" DROP CONSTRAINT "FK_0c55e6877e9ec4ac07791b8055b"`);
    await queryRunner.query(`ALTER TABLE "quotes" DROP COLUMN "tender_email"`);
    await queryRunner.query(`ALTER TABLE "mails" DROP COLUMN "composer"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_5bc068bf191988c6e006944f73"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_tenders_open"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_tenders_expiry"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_e93001fec61f054cdfbe08f571"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_0c55e6877e9ec4ac07791b8055"`);
    await queryRunner.query(`DROP TABLE "tenders"`);
  }
}
