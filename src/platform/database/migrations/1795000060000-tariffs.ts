import { MigrationInterface, QueryRunner } from 'typeorm';

export class Tariffs1795000060000 implements MigrationInterface {
  name = 'Tariffs1795000060000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE "tariffs" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "organization_id" bigint NOT NULL, "mode" character varying(4) NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "name" character varying(255) NOT NULL, "scac" character varying(4) NOT NULL, "carrier_name" character varying(255) NOT NULL, "effective_from" date, "effective_to" date, "discount_percent" double precision NOT NULL DEFAULT '0', "minimum_cents" bigint NOT NULL DEFAULT '0', "fuel_percent" double precision, "fuel_table" jsonb NOT NULL DEFAULT '[]', "fak" jsonb NOT NULL DEFAULT '{}', "accessorials" jsonb NOT NULL DEFAULT '{}', "transit_days" integer, "transit" jsonb NOT NULL DEFAULT '[]', "tender_email" character varying(255), "rate_count" integer NOT NULL DEFAULT '0', "rates_updated_at" TIMESTAMP WITH TIME ZONE, "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "UQ_60bbd4943d12b50eac09fff3014" UNIQUE ("organization_id", "mode", "id"), CONSTRAINT "PK_7f32baf8d8b4bb0cf4d7ac97741" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_cf0088e100aa9a05319e623fe3" ON "tariffs"  ("organization_id", "mode", "scac", "id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_05794ccfb1a1103d8a5dbd27c2" ON "tariffs"  ("organization_id", "mode", "created_at", "id") `,
    );
    await queryRunner.query(
      `CREATE TABLE "tariff_rates" ("tariff_id" bigint NOT NULL, "position" integer NOT NULL, "origin" character varying(3) NOT NULL, "destination" character varying(3) NOT NULL, "freight_class" character varying(5) NOT NULL, "minimum" numeric NOT NULL, "rates" numeric array NOT NULL, CONSTRAINT "PK_ba4f8642b75278dd82250855a13" PRIMARY KEY ("tariff_id", "position"))`,
    );
    await queryRunner.query(
      `CREATE UNIQUE INDEX "IDX_89d218065f11cbf26b829898f1" ON "tariff_rates"  ("tariff_id", "origin", "destination", "freight_class") `,
    );
    await queryRunner.query(
      `ALTER TABLE "tariffs" ADD CONSTRAINT "FK_e69f6619602f418c5080ccd6a3e" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "tariff_rates" ADD CONSTRAINT "FK_444074398d331e55323e2d53358" FOREIGN KEY ("tariff_id") REFERENCES "tariffs"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "tariff_rates" DROP CONSTRAINT "FK_444074398d331e55323e2d53358"`);
    await queryRunner.query(`ALTER TABLE "tariffs" DROP CONSTRAINT "FK_e69f6619602f418c5080ccd6a3e"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_89d218065f11cbf26b829898f1"`);
    await queryRunner.query(`DROP TABLE "tariff_rates"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_05794ccfb1a1103d8a5dbd27c2"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_cf0088e100aa9a05319e623fe3"`);
    await queryRunner.query(`DROP TABLE "tariffs"`);
  }
}
