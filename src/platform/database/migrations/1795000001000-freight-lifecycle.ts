import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FreightLifecycle1795000001000 implements MigrationInterface {
  name = 'FreightLifecycle1795000001000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            CREATE TABLE "bookings" (
                "id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
                "organization_id" bigint NOT NULL,
                "mode" character varying(4) NOT NULL,
                "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
                "freight_id" bigint NOT NULL,
                "carrier_id" bigint NOT NULL,
                "bol" jsonb NOT NULL,
                "tender" jsonb NOT NULL,
                "pending" character varying(10),
                "due_at" TIMESTAMP WITH TIME ZONE,
                "attempts" integer NOT NULL DEFAULT '0',
                CONSTRAINT "UQ_5857c7b6b382e879ebadb5a4aeb" UNIQUE ("organization_id", "mode", "freight_id"),
                CONSTRAINT "UQ_7d6c9e78b1d5704542d8b01f8c1" UNIQUE ("organization_id", "mode", "id"),
                CONSTRAINT "PK_bee6805982cc1e248e94ce94957" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_736dfac4a446a87042ea6ace79" ON "bookings" ("due_at")
            WHERE due_at IS NOT NULL
        `);
    await queryRunner.query(`
            CREATE TABLE "tracked_shipments" (
                "id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
                "organization_id" bigint NOT NULL,
                "mode" character varying(4) NOT NULL,
                "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
                "tracking_number" character varying(50) NOT NULL,
                "normalized_number" character varying(150) NOT NULL,
                "carrier_id" bigint,
                "carrier_name" character varying(255) NOT NULL,
                "freight_id" bigint,
                "customer_id" bigint,
                "listed" boolean NOT NULL DEFAULT true,
                "status" character varying(20) NOT NULL DEFAULT 'pending',
                "furthest" character varying(20) NOT NULL DEFAULT 'pending',
                "status_since" TIMESTAMP WITH TIME ZONE,
                "location" character varying(255),
                "source" character varying(20) NOT NULL,
                "estimated_delivery" character varying(40),
                "delivered_at" TIMESTAMP WITH TIME ZONE,
                "last_checked_at" TIMESTAMP WITH TIME ZONE,
                "stale" boolean NOT NULL DEFAULT false,
                "next_check_at" TIMESTAMP WITH TIME ZONE,
                "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
                CONSTRAINT "UQ_00a486833031a7bdefee58046b5" UNIQUE ("organization_id", "mode", "id"),
                CONSTRAINT "PK_a18ba4fe6c38c02f9a86f0dcf92" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_59f43ead7e271c022f67cae941" ON "tracked_shipments" ("carrier_id")
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_974bb1495fce8a3a7462d1acdf" ON "tracked_shipments" ("next_check_at")
            WHERE next_check_at IS NOT NULL
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_e82a453e3dd6b9a6baee82fb55" ON "tracked_shipments" ("organization_id", "mode", "customer_id", "id")
        `);
    await queryRunner.query(`
            CREATE UNIQUE INDEX "IDX_a5166d18b496fd707366ce72cc" ON "tracked_shipments" ("organization_id", "mode", "freight_id")
            WHERE freight_id IS NOT NULL
        `);
    await queryRunner.query(`
            CREATE UNIQUE INDEX "IDX_c70570cc037192fe1465692fc7" ON "tracked_shipments" ("organization_id", "mode", "normalized_number")
            WHERE listed
        `);
    await queryRunner.query(`
            CREATE TABLE "tracking_scans" (
                "id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
                "organization_id" bigint NOT NULL,
                "mode" character varying(4) NOT NULL,
                "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
                "tracked_shipment_id" bigint NOT NULL,
                "status" character varying(20) NOT NULL,
                "description" character varying(255) NOT NULL,
                "location" character varying(255) NOT NULL,
                "occurred_at" TIMESTAMP WITH TIME ZONE NOT NULL,
                "source" character varying(20) NOT NULL,
                CONSTRAINT "UQ_ce21ff1ca4cd83eda1c8e12f635" UNIQUE (
                    "organization_id",
                    "mode",
                    "tracked_shipment_id",
                    "occurred_at",
                    "status",
                    "location"
                ),
                CONSTRAINT "UQ_5f87034d5175827d849ca28b6dd" UNIQUE ("organization_id", "mode", "id"),
                CONSTRAINT "PK_e6d2a30b5aa2d4210d66e93c813" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            ALTER TABLE "freight"
            ADD "pickup_confirmation" character varying(50)
        `);
    await queryRunner.query(`
            ALTER TABLE "freight"
            ADD "status_reason" character varying(255)
        `);
    await queryRunner.query(`
            ALTER TABLE "freight"
            ADD "command_key" character varying(270)
        `);
    await queryRunner.query(`
            ALTER TABLE "freight"
            ADD "bol_printed_at" TIMESTAMP WITH TIME ZONE
        `);
    await queryRunner.query(`
            ALTER TABLE "bookings"
            ADD CONSTRAINT "FK_5857c7b6b382e879ebadb5a4aeb" FOREIGN KEY ("organization_id", "mode", "freight_id") REFERENCES "freight"("organization_id", "mode", "id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "tracked_shipments"
            ADD CONSTRAINT "FK_59f43ead7e271c022f67cae9414" FOREIGN KEY ("carrier_id") REFERENCES "carriers"("id") ON DELETE NO ACTION ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "tracked_shipments"
            ADD CONSTRAINT "FK_441ee34d6822df2b6981b5fe770" FOREIGN KEY ("organization_id", "mode", "freight_id") REFERENCES "freight"("organization_id", "mode", "id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "tracked_shipments"
            ADD CONSTRAINT "FK_bab55ed8e5c4159a87845a1dec9" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "tracking_scans"
            ADD CONSTRAINT "FK_af82636a58045645ebf8b083a32" FOREIGN KEY ("organization_id", "mode", "tracked_shipment_id") REFERENCES "tracked_shipments"("organization_id", "mode", "id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            ALTER TABLE "tracking_scans" DROP CONSTRAINT "FK_af82636a58045645ebf8b083a32"
        `);
    await queryRunner.query(`
            ALTER TABLE "tracked_shipments" DROP CONSTRAINT "FK_bab55ed8e5c4159a87845a1dec9"
        `);
    await queryRunner.query(`
            ALTER TABLE "tracked_shipments" DROP CONSTRAINT "FK_441ee34d6822df2b6981b5fe770"
        `);
    await queryRunner.query(`
            ALTER TABLE "tracked_shipments" DROP CONSTRAINT "FK_59f43ead7e271c022f67cae9414"
        `);
    await queryRunner.query(`
            ALTER TABLE "bookings" DROP CONSTRAINT "FK_5857c7b6b382e879ebadb5a4aeb"
        `);
    await queryRunner.query(`
            ALTER TABLE "freight" DROP COLUMN "bol_printed_at"
        `);
    await queryRunner.query(`
            ALTER TABLE "freight" DROP COLUMN "command_key"
        `);
    await queryRunner.query(`
            ALTER TABLE "freight" DROP COLUMN "status_reason"
        `);
    await queryRunner.query(`
            ALTER TABLE "freight" DROP COLUMN "pickup_confirmation"
        `);
    await queryRunner.query(`
            DROP TABLE "tracking_scans"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_c70570cc037192fe1465692fc7"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_a5166d18b496fd707366ce72cc"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_e82a453e3dd6b9a6baee82fb55"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_974bb1495fce8a3a7462d1acdf"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_59f43ead7e271c022f67cae941"
        `);
    await queryRunner.query(`
            DROP TABLE "tracked_shipments"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_736dfac4a446a87042ea6ace79"
        `);
    await queryRunner.query(`
            DROP TABLE "bookings"
        `);
  }
}
