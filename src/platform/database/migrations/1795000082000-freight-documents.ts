import { MigrationInterface, QueryRunner } from 'typeorm';

export class FreightDocuments1795000082000 implements MigrationInterface {
  name = 'FreightDocuments1795000082000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE "freight_documents" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "organization_id" bigint NOT NULL, "mode" character varying(4) NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "freight_id" bigint NOT NULL, "type" character varying(20) NOT NULL, "content_type" character varying(20) NOT NULL, "size_bytes" integer NOT NULL, "sha256" bytea NOT NULL, CONSTRAINT "UQ_82bc52cf73e0a4eaeffa3c3c174" UNIQUE ("organization_id", "mode", "freight_id", "sha256"), CONSTRAINT "UQ_dac44979bcb17e2b16d28173c5f" UNIQUE ("organization_id", "mode", "id"), CONSTRAINT "PK_5b2edf6cb6d5ba6373fb53585bb" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_6a8e1a873238984ea539dfd0c2" ON "freight_documents"  ("organization_id", "size_bytes") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_9031c49334596e859651109a77" ON "freight_documents"  ("organization_id", "mode", "freight_id", "id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_8966ca5269325d46df94c336bb" ON "freight_documents"  ("organization_id", "mode", "created_at", "id") `,
    );
    await queryRunner.query(
      `CREATE TABLE "freight_document_contents" ("document_id" bigint NOT NULL, "bytes" bytea NOT NULL, CONSTRAINT "PK_b5fc15882baa23331341de56ae3" PRIMARY KEY ("document_id"))`,
    );
    await queryRunner.query(
      `ALTER TABLE "freight_documents" ADD CONSTRAINT "FK_2e2bc49952dbe627ab8409840ce" FOREIGN KEY ("organization_id", "mode", "freight_id") REFERENCES "freight"("organization_id","mode","id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "freight_document_contents" ADD CONSTRAINT "FK_b5fc15882baa23331341de56ae3" FOREIGN KEY ("document_id") REFERENCES "freight_documents"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE "freight_document_contents" DROP CONSTRAINT "FK_b5fc15882baa23331341de56ae3"`,
    );
    await queryRunner.query(
      `ALTER TABLE "freight_documents" DROP CONSTRAINT "FK_2e2bc49952dbe627ab8409840ce"`,
    );
    await queryRunner.query(`DROP TABLE "freight_document_contents"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_8966ca5269325d46df94c336bb"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_9031c49334596e859651109a77"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_6a8e1a873238984ea539dfd0c2"`);
    await queryRunner.query(`DROP TABLE "freight_documents"`);
  }
}
