import { MigrationInterface, QueryRunner } from 'typeorm';

export class AddressBookAndMoney1795000002000 implements MigrationInterface {
  name = 'AddressBookAndMoney1795000002000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE SEQUENCE invoice_serials`);
    await queryRunner.query(`
            CREATE TABLE "addresses" (
                "id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
                "organization_id" bigint NOT NULL,
                "mode" character varying(4) NOT NULL,
                "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
                "customer_id" bigint,
                "name" character varying(255),
                "company" character varying(255),
                "contact" character varying(255),
                "address" character varying(255) NOT NULL,
                "city" character varying(255) NOT NULL,
                "state" character varying(2) NOT NULL,
                "zip" character varying(10) NOT NULL,
                "phone" character varying(40),
                "email" character varying(255),
                "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
                CONSTRAINT "UQ_77f6eb98d49649b5aae52650f6b" UNIQUE ("organization_id", "mode", "id"),
                CONSTRAINT "PK_745d8f43d3af10ab8247465e450" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_15f0f12219c7ef3ff46d0af31a" ON "addresses" ("organization_id", "mode", "customer_id", "id")
        `);
    await queryRunner.query(`
            CREATE TABLE "bills" (
                "id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
                "organization_id" bigint NOT NULL,
                "mode" character varying(4) NOT NULL,
                "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
                "bill_number" character varying(50) NOT NULL,
                "carrier" character varying(255) NOT NULL,
                "carrier_key" text NOT NULL,
                "pro_number" character varying(50),
                "pro_key" text,
                "freight_id" bigint,
                "bill_date" character varying(10) NOT NULL,
                "lines" jsonb NOT NULL,
                "total_cents" bigint NOT NULL,
                "status" character varying(10) NOT NULL,
                "reason" character varying(255),
                "quoted_cents" bigint,
                "comparison" jsonb NOT NULL,
                "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
                CONSTRAINT "UQ_ddb022f62f9818cdd949fa6ae32" UNIQUE (
                    "organization_id",
                    "mode",
                    "carrier_key",
                    "bill_number"
                ),
                CONSTRAINT "UQ_01b7ad4de2c29e75f910bb1535b" UNIQUE ("organization_id", "mode", "id"),
                CONSTRAINT "PK_a56215dfcb525755ec832cc80b7" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_3fba71f5101c57ae12ef071b9d" ON "bills" ("organization_id", "mode", "pro_key")
            WHERE freight_id IS NULL
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_8e482e9d4876318d912e4b1731" ON "bills" ("organization_id", "mode", "freight_id", "id")
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_aff29eb478f0dbfa84326d8519" ON "bills" ("organization_id", "mode", "status", "id")
        `);
    await queryRunner.query(`
            CREATE TABLE "customers" (
                "id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
                "organization_id" bigint NOT NULL,
                "mode" character varying(4) NOT NULL,
                "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
                "name" character varying(255) NOT NULL,
                "company" character varying(255),
                "email" character varying(255),
                "phone" character varying(40),
                "external_ref" character varying(255),
                "metadata" jsonb NOT NULL DEFAULT '{}',
                "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
                CONSTRAINT "UQ_3b4a771a37233b855ebfc5c6b29" UNIQUE ("organization_id", "mode", "id"),
                CONSTRAINT "PK_133ec679a801fab5e070f73d3ea" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_848d48587c32ef52a05a800b3b" ON "customers" ("organization_id", "mode", "external_ref")
        `);
    await queryRunner.query(`
            CREATE TABLE "invoices" (
                "id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
                "organization_id" bigint NOT NULL,
                "mode" character varying(4) NOT NULL,
                "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
                "freight_id" bigint NOT NULL,
                "customer_id" bigint,
                "invoice_number" character varying(24) NOT NULL,
                "status" character varying(10) NOT NULL DEFAULT 'open',
                "amount_cents" bigint NOT NULL,
                "late_fee_cents" bigint NOT NULL DEFAULT '0',
                "amount_paid_cents" bigint NOT NULL DEFAULT '0',
                "terms_days" integer NOT NULL,
                "due_date" TIMESTAMP WITH TIME ZONE NOT NULL,
                "paid_at" TIMESTAMP WITH TIME ZONE,
                "voided_at" TIMESTAMP WITH TIME ZONE,
                "payment_method" character varying(255),
                "payment_reference" character varying(255),
                "bill_to" jsonb NOT NULL,
                "shipment" jsonb NOT NULL,
                "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
                CONSTRAINT "UQ_7febcca589417bdf76527a269cc" UNIQUE ("organization_id", "mode", "id"),
                CONSTRAINT "PK_668cef7c22a427fd822cc1be3ce" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE UNIQUE INDEX "IDX_d8f8d3788694e1b3f96c42c36f" ON "invoices" ("invoice_number")
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_796c4c9479afb31f3d4b1f37e4" ON "invoices" ("due_date")
            WHERE status = 'open'
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_7b2ea376a3abba894de413e74a" ON "invoices" ("organization_id", "mode", "customer_id", "id")
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_a735b5698fcf9963cce9e73d48" ON "invoices" ("organization_id", "mode", "status", "id")
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_523a8d3fecd8a717065248f8a0" ON "invoices" ("organization_id", "mode", "freight_id", "id")
        `);
    await queryRunner.query(`
            CREATE UNIQUE INDEX "IDX_f9976a053a9b7033c649abfe7a" ON "invoices" ("organization_id", "mode", "freight_id")
            WHERE status <> 'void'
        `);
    await queryRunner.query(`
            CREATE TABLE "invoice_line_items" (
                "id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
                "organization_id" bigint NOT NULL,
                "mode" character varying(4) NOT NULL,
                "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
                "invoice_id" bigint NOT NULL,
                "type" character varying(20) NOT NULL,
                "code" text NOT NULL,
                "description" text NOT NULL,
                "quantity" double precision,
                "unit" text,
                "rate_cents" bigint,
                "amount_cents" bigint NOT NULL,
                "freight_class" character varying(5),
                "weight" double precision,
                CONSTRAINT "UQ_660363df9e6f650b1868c418b60" UNIQUE ("organization_id", "mode", "id"),
                CONSTRAINT "PK_4e8ccaadaf5d0619db9d219b061" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_3a33332b15b01095c3c5c63812" ON "invoice_line_items" ("organization_id", "mode", "invoice_id", "id")
        `);
    await queryRunner.query(`
            ALTER TABLE "addresses"
            ADD CONSTRAINT "FK_d763e6c05412119cf00d356e664" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "bills"
            ADD CONSTRAINT "FK_cecbf7052ca9f5de33d7356f19e" FOREIGN KEY ("organization_id", "mode", "freight_id") REFERENCES "freight"("organization_id", "mode", "id") ON DELETE NO ACTION ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "bills"
            ADD CONSTRAINT "FK_54ac1b26bcc8c82bfb0e2ad3082" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "customers"
            ADD CONSTRAINT "FK_d2fc0e42b07d01fafc3fbb2bee3" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "invoices"
            ADD CONSTRAINT "FK_55feecbad21ac58e8f1649e176b" FOREIGN KEY ("organization_id", "mode", "freight_id") REFERENCES "freight"("organization_id", "mode", "id") ON DELETE NO ACTION ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "invoices"
            ADD CONSTRAINT "FK_d4e095bcd100de447d3c27708f9" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "invoice_line_items"
            ADD CONSTRAINT "FK_32fc90654bc1b0f71aaa35f5c1f" FOREIGN KEY ("organization_id", "mode", "invoice_id") REFERENCES "invoices"("organization_id", "mode", "id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            ALTER TABLE "invoice_line_items" DROP CONSTRAINT "FK_32fc90654bc1b0f71aaa35f5c1f"
        `);
    await queryRunner.query(`
            ALTER TABLE "invoices" DROP CONSTRAINT "FK_d4e095bcd100de447d3c27708f9"
        `);
    await queryRunner.query(`
            ALTER TABLE "invoices" DROP CONSTRAINT "FK_55feecbad21ac58e8f1649e176b"
        `);
    await queryRunner.query(`
            ALTER TABLE "customers" DROP CONSTRAINT "FK_d2fc0e42b07d01fafc3fbb2bee3"
        `);
    await queryRunner.query(`
            ALTER TABLE "bills" DROP CONSTRAINT "FK_54ac1b26bcc8c82bfb0e2ad3082"
        `);
    await queryRunner.query(`
            ALTER TABLE "bills" DROP CONSTRAINT "FK_cecbf7052ca9f5de33d7356f19e"
        `);
    await queryRunner.query(`
            ALTER TABLE "addresses" DROP CONSTRAINT "FK_d763e6c05412119cf00d356e664"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_3a33332b15b01095c3c5c63812"
        `);
    await queryRunner.query(`
            DROP TABLE "invoice_line_items"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_f9976a053a9b7033c649abfe7a"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_523a8d3fecd8a717065248f8a0"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_a735b5698fcf9963cce9e73d48"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_7b2ea376a3abba894de413e74a"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_796c4c9479afb31f3d4b1f37e4"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_d8f8d3788694e1b3f96c42c36f"
        `);
    await queryRunner.query(`
            DROP TABLE "invoices"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_848d48587c32ef52a05a800b3b"
        `);
    await queryRunner.query(`
            DROP TABLE "customers"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_aff29eb478f0dbfa84326d8519"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_8e482e9d4876318d912e4b1731"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_3fba71f5101c57ae12ef071b9d"
        `);
    await queryRunner.query(`
            DROP TABLE "bills"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_15f0f12219c7ef3ff46d0af31a"
        `);
    await queryRunner.query(`
            DROP TABLE "addresses"
        `);
    await queryRunner.query(`DROP SEQUENCE invoice_serials`);
  }
}
