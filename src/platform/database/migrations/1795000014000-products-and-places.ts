import { MigrationInterface, QueryRunner } from 'typeorm';

export class ProductsAndPlaces1795000014000 implements MigrationInterface {
  name = 'ProductsAndPlaces1795000014000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE "products" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "organization_id" bigint NOT NULL, "mode" character varying(4) NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "sku" character varying(100) NOT NULL, "name" character varying(255), "description" character varying(255), "freight_class" character varying(5), "density_rule" boolean NOT NULL DEFAULT false, "nmfc_item_number" character varying(10), "nmfc_sub_code" character varying(5), "handling_unit_type" character varying(40), "packaging_type" character varying(40), "pieces" integer, "weight" double precision, "length" double precision, "width" double precision, "height" double precision, "stackable" boolean, "hazmat" jsonb, "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "UQ_3406c9368b6418231ab0d756fcf" UNIQUE ("organization_id", "mode", "sku"), CONSTRAINT "UQ_aa0b78ce8dd186934961b1643b0" UNIQUE ("organization_id", "mode", "id"), CONSTRAINT "PK_0806c755e0aca124e67c0cf6d7d" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(`ALTER TABLE "addresses" ADD "location_type" character varying(20)`);
    await queryRunner.query(`ALTER TABLE "addresses" ADD "limited_access" character varying(20)`);
    await queryRunner.query(`ALTER TABLE "addresses" ADD "hours" jsonb`);
    await queryRunner.query(`ALTER TABLE "addresses" ADD "accessorials" text array NOT NULL DEFAULT '{}'`);
    await queryRunner.query(`ALTER TABLE "addresses" ADD "instructions" character varying(450)`);
    await queryRunner.query(`ALTER TABLE "addresses" ADD "external_ref" character varying(255)`);
    await queryRunner.query(
      `CREATE INDEX "IDX_f503f8ea3e22cd34637bd88151" ON "addresses"  ("organization_id", "mode", "zip") WHERE external_ref IS NULL`,
    );
    await queryRunner.query(
      `ALTER TABLE "addresses" ADD CONSTRAINT "UQ_d39ee1254428fc82ece96546c9e" UNIQUE ("organization_id", "mode", "external_ref")`,
    );
    await queryRunner.query(
      `ALTER TABLE "products" ADD CONSTRAINT "FK_2d404aa7aa4a0404eafd1840915" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "products" DROP CONSTRAINT "FK_2d404aa7aa4a0404eafd1840915"`);
    await queryRunner.query(`ALTER TABLE "addresses" DROP CONSTRAINT "UQ_d39ee1254428fc82ece96546c9e"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_f503f8ea3e22cd34637bd88151"`);
    await queryRunner.query(`ALTER TABLE "addresses" DROP COLUMN "external_ref"`);
    await queryRunner.query(`ALTER TABLE "addresses" DROP COLUMN "instructions"`);
    await queryRunner.query(`ALTER TABLE "addresses" DROP COLUMN "accessorials"`);
    await queryRunner.query(`ALTER TABLE "addresses" DROP COLUMN "hours"`);
    await queryRunner.query(`ALTER TABLE "addresses" DROP COLUMN "limited_access"`);
    await queryRunner.query(`ALTER TABLE "addresses" DROP COLUMN "location_type"`);
    await queryRunner.query(`DROP TABLE "products"`);
  }
}
