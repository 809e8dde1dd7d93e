import { MigrationInterface, QueryRunner } from 'typeorm';

export class TrustBoundary1795000004000 implements MigrationInterface {
  name = 'TrustBoundary1795000004000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            CREATE TABLE "audit_log" (
                "id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
                "organization_id" bigint NOT NULL,
                "action" character varying(40) NOT NULL,
                "actor" character varying(100) NOT NULL,
                "details" jsonb NOT NULL,
                "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
                CONSTRAINT "PK_07fefa57f7f5ab8fc3f52b3ed0b" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_9ef6bb5cf9616ce08fa7f35b7f" ON "audit_log" ("organization_id", "id")
        `);
    await queryRunner.query(`
            CREATE TABLE "idempotent_requests" (
                "organization_id" bigint NOT NULL,
                "mode" character varying(4) NOT NULL,
                "key" character varying(255) NOT NULL,
                "fingerprint" bytea NOT NULL,
                "owner" uuid NOT NULL,
                "lease_until" TIMESTAMP WITH TIME ZONE NOT NULL,
                "sealed_answer" bytea,
                "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
                CONSTRAINT "PK_0543a613c52d158936e248eb176" PRIMARY KEY ("organization_id", "mode", "key")
            )
        `);
    // Ciphertext doesn't compress: trying costs time on every keyed request.
    await queryRunner.query(
      `ALTER TABLE idempotent_requests ALTER COLUMN sealed_answer SET STORAGE EXTERNAL`,
    );
    await queryRunner.query(`
            CREATE INDEX "IDX_eb493383ae5b98a0270bfc1704" ON "idempotent_requests" ("created_at")
        `);
    await queryRunner.query(`
            ALTER TABLE "idempotent_requests"
            ADD CONSTRAINT "FK_67af3acfcc638797a820691259c" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    // Counters of a few seconds: not worth the write-ahead log. Columns as rate-limiter-flexible wants them.
    await queryRunner.query(`
            CREATE UNLOGGED TABLE rate_limits (
                key character varying(255) PRIMARY KEY,
                points integer NOT NULL DEFAULT 0,
                expire bigint
            )
        `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE rate_limits`);
    await queryRunner.query(`DROP TABLE "idempotent_requests"`);
    await queryRunner.query(`DROP TABLE "audit_log"`);
  }
}
