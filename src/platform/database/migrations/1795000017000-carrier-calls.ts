import { MigrationInterface, QueryRunner } from 'typeorm';

export class CarrierCalls1795000017000 implements MigrationInterface {
  name = 'CarrierCalls1795000017000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE "carrier_calls" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "organization_id" bigint NOT NULL, "mode" character varying(4) NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "scac" character varying(4) NOT NULL, "operation" character varying(10) NOT NULL, "outcome" character varying(10) NOT NULL, "method" character varying(10) NOT NULL, "url" text NOT NULL, "request" text NOT NULL, "response_status" integer, "answer" text NOT NULL, "duration_ms" integer NOT NULL, "error" text, CONSTRAINT "UQ_3692e6a809ba1be745314773881" UNIQUE ("organization_id", "mode", "id"), CONSTRAINT "PK_548e46ae86e8a0001e081d9fcd8" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_c0aaf8aa67c31ed3bb047f643a" ON "carrier_calls"  ("created_at") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_20faeec7437b51752e9a532506" ON "carrier_calls"  ("organization_id", "mode", "outcome", "id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_3171f018b4850b6ce737b673a3" ON "carrier_calls"  ("organization_id", "mode", "scac", "id") `,
    );
    await queryRunner.query(
      `ALTER TABLE "carrier_calls" ADD CONSTRAINT "FK_b78a71cb81faf3394ef49d48ad5" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_26b10fb1be9265879f48325a0c" ON "carrier_calls"  ("organization_id", "mode", "created_at", "id") `,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "public"."IDX_26b10fb1be9265879f48325a0c"`);
    await queryRunner.query(`ALTER TABLE "carrier_calls" DROP CONSTRAINT "FK_b78a71cb81faf3394ef49d48ad5"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_3171f018b4850b6ce737b673a3"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_20faeec7437b51752e9a532506"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_c0aaf8aa67c31ed3bb047f643a"`);
    await queryRunner.query(`DROP TABLE "carrier_calls"`);
  }
}
