import { MigrationInterface, QueryRunner } from 'typeorm';

export class RequestLog1795000086000 implements MigrationInterface {
  name = 'RequestLog1795000086000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE "api_requests" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "organization_id" bigint NOT NULL, "mode" character varying(4) NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "request_id" character varying(36) NOT NULL, "key_id" bigint NOT NULL, "method" character varying(10) NOT NULL, "path" character varying(500) NOT NULL, "outcome" character varying(10) NOT NULL, "status" smallint NOT NULL, "error_code" character varying(60), "idempotency_key" character varying(255), "duration_ms" integer NOT NULL, CONSTRAINT "UQ_4c800ac24d02f877a79f88afc91" UNIQUE ("organization_id", "mode", "id"), CONSTRAINT "PK_c501a5bd89c34d626ba15d37ded" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_a2e868f84e8fb347b696cd6414" ON "api_requests"  ("created_at") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_2847b8802236d13b4485dcd10f" ON "api_requests"  ("organization_id", "mode", "created_at", "id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_9dad208fa43a7454f7fe1a4624" ON "api_requests"  ("organization_id", "mode", "outcome", "id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_2179fa8d803fff94b096f52b97" ON "api_requests"  ("organization_id", "mode", "request_id", "id") `,
    );
    await queryRunner.query(
      `ALTER TABLE "api_requests" ADD CONSTRAINT "FK_cb97c62ca55605a176eeb958932" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "api_requests" DROP CONSTRAINT "FK_cb97c62ca55605a176eeb958932"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_2179fa8d803fff94b096f52b97"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_9dad208fa43a7454f7fe1a4624"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_2847b8802236d13b4485dcd10f"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_a2e868f84e8fb347b696cd6414"`);
    await queryRunner.query(`DROP TABLE "api_requests"`);
  }
}
