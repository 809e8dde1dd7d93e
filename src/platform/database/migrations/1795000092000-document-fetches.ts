import { MigrationInterface, QueryRunner } from 'typeorm';

export class DocumentFetches1795000092000 implements MigrationInterface {
  name = 'DocumentFetches1795000092000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE "document_fetches" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "organization_id" bigint NOT NULL, "mode" character varying(4) NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "freight_id" bigint NOT NULL, "carrier_id" bigint NOT NULL, "found" jsonb NOT NULL DEFAULT '[]', "delivered" boolean NOT NULL DEFAULT false, "attempts" integer NOT NULL DEFAULT '0', "due_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "UQ_5da80f2f27d2defbe716b34334e" UNIQUE ("organization_id", "mode", "freight_id"), CONSTRAINT "UQ_24b78fb4adae976d44f5ff248d4" UNIQUE ("organization_id", "mode", "id"), CONSTRAINT "PK_9b504b5c4841e23536feb9fe8f3" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_1e0fa1cc3281d746857e900624" ON "document_fetches"  ("due_at") WHERE due_at IS NOT NULL`,
    );
    await queryRunner.query(
      `ALTER TABLE "freight_documents" ADD "source" character varying(10) NOT NULL DEFAULT 'upload'`,
    );
    await queryRunner.query(
      `ALTER TABLE "document_fetches" ADD CONSTRAINT "FK_5da80f2f27d2defbe716b34334e" FOREIGN KEY ("organization_id", "mode", "freight_id") REFERENCES "freight"("organization_id","mode","id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE "document_fetches" DROP CONSTRAINT "FK_5da80f2f27d2defbe716b34334e"`,
    );
    await queryRunner.query(`ALTER TABLE "freight_documents" DROP COLUMN "source"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_1e0fa1cc3281d746857e900624"`);
    await queryRunner.query(`DROP TABLE "document_fetches"`);
  }
}
