import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds trading partners, their interchanges and documents. */
export class Edi1797000050000 implements MigrationInterface {
  name = 'Edi1797000050000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE "edi_partners" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "organization_id" bigint NOT NULL, "mode" character varying(4) NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "name" character varying(255) NOT NULL, "scac" character varying(4) NOT NULL, "isa_qualifier" character varying(2) NOT NULL, "isa_id" character varying(15) NOT NULL, "gs_id" character varying(15) NOT NULL, "own_isa_qualifier" character varying(2) NOT NULL, "own_isa_id" character varying(15) NOT NULL, "own_gs_id" character varying(15) NOT NULL, "version" character varying(6) NOT NULL, "usage" character varying(1) NOT NULL, "inbound" text array NOT NULL, "outbound" text array NOT NULL, "transport" character varying(10) NOT NULL, "last_control_number" bigint NOT NULL DEFAULT '0', "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "UQ_699fcc7bbbdf944581ba0b94d5a" UNIQUE ("organization_id", "mode", "id"), CONSTRAINT "PK_1220ed80d2ed48e33487ba42f5b" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_dabe9515c8626262d85f3a227e" ON "edi_partners"  ("organization_id", "mode", "created_at", "id") `,
    );
    await queryRunner.query(
      `CREATE TABLE "edi_interchanges" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "organization_id" bigint NOT NULL, "mode" character varying(4) NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "partner_id" bigint NOT NULL, "direction" character varying(8) NOT NULL, "status" character varying(12) NOT NULL, "control_number" character varying(40), "size_bytes" integer NOT NULL, "sha256" bytea NOT NULL, "fault" jsonb, "acknowledges_id" bigint, "due_at" TIMESTAMP WITH TIME ZONE, "attempts" integer NOT NULL DEFAULT '0', "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "UQ_c257782bd64226ff56fc5efded4" UNIQUE ("organization_id", "mode", "id"), CONSTRAINT "PK_9657ca5f9886c0e678558a2ea40" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_8b4f5b5080f6c7c0f306f3d15e" ON "edi_interchanges"  ("due_at") WHERE due_at IS NOT NULL`,
    );
    await queryRunner.query(
      `CREATE UNIQUE INDEX "IDX_bbfb3038b6664c960146c41f70" ON "edi_interchanges"  ("organization_id", "mode", "acknowledges_id") WHERE acknowledges_id IS NOT NULL`,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_faf9760d82d5625d151033140f" ON "edi_interchanges"  ("partner_id", "direction", "control_number") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_ea14b4bf8ab7cdb65c4135600a" ON "edi_interchanges"  ("organization_id", "mode", "direction", "id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_8689446a6971c21a66cda249c1" ON "edi_interchanges"  ("organization_id", "mode", "status", "id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_efa108a84697a074580afcfb1d" ON "edi_interchanges"  ("organization_id", "mode", "partner_id", "id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_9139448de48aaebd788be0e39c" ON "edi_interchanges"  ("organization_id", "mode", "created_at", "id") `,
    );
    await queryRunner.query(
      `CREATE TABLE "edi_interchange_contents" ("interchange_id" bigint NOT NULL, "bytes" bytea NOT NULL, CONSTRAINT "PK_8406b004d6c60613a37e8afb30f" PRIMARY KEY ("interchange_id"))`,
    );
    await queryRunner.query(
      `CREATE TABLE "edi_documents" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "organization_id" bigint NOT NULL, "mode" character varying(4) NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "interchange_id" bigint NOT NULL, "position" integer NOT NULL, "set" character varying(40) NOT NULL, "control_number" character varying(40) NOT NULL, "group_header" jsonb NOT NULL, "status" character varying(10) NOT NULL, "set_errors" text array NOT NULL DEFAULT '{}', "segment_errors" jsonb NOT NULL DEFAULT '[]', "message" text, "reference" character varying(255), "freight_id" bigint, "bill_id" bigint, "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "UQ_170581f6046ce3e236b66aa3b27" UNIQUE ("organization_id", "mode", "interchange_id", "position"), CONSTRAINT "UQ_3c0aab3bc4a3ae45dd4d1d8417f" UNIQUE ("organization_id", "mode", "id"), CONSTRAINT "PK_1846d4326dceadb85388bf4daa4" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_bd835a58e811ef7ae3b064a6ec" ON "edi_documents"  ("organization_id", "mode", "bill_id") WHERE bill_id IS NOT NULL`,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_24e71deee0945cbc7282769e83" ON "edi_documents"  ("organization_id", "mode", "freight_id", "id") WHERE freight_id IS NOT NULL`,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_4fd251faa4474aabf712834b80" ON "edi_documents"  ("organization_id", "mode", "status", "id") `,
    );
    await queryRunner.query(
      'CREATE INDEX "IDX_edi_partners_scac" ON edi_partners (organization_id, mode, scac, id)',
    );
    await queryRunner.query(
      'CREATE INDEX "IDX_edi_documents_set" ON edi_documents (organization_id, mode, set, id)',
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_edi_documents_unmatched" ON "edi_documents" ("created_at") WHERE status = 'unmatched'`,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_77d76898cd528bbf0b3ad95029" ON "edi_documents"  ("organization_id", "mode", "created_at", "id") `,
    );
    await queryRunner.query(
      `ALTER TABLE "edi_partners" ADD CONSTRAINT "FK_4eff47c457434166c020c5a8000" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "edi_interchanges" ADD CONSTRAINT "FK_b4b5f040250b540929fc8e10676" FOREIGN KEY ("organization_id", "mode", "acknowledges_id") REFERENCES "edi_interchanges"("organization_id","mode","id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "edi_interchanges" ADD CONSTRAINT "FK_33d9d5cd3179cd8dfb9d67f14d1" FOREIGN KEY ("organization_id", "mode", "partner_id") REFERENCES "edi_partners"("organization_id","mode","id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "edi_interchanges" ADD CONSTRAINT "FK_9a9cff0142240a331770b964827" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "edi_interchange_contents" ADD CONSTRAINT "FK_8406b004d6c60613a37e8afb30f" FOREIGN KEY ("interchange_id") REFERENCES "edi_interchanges"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "edi_documents" ADD CONSTRAINT "FK_078b32289f59d40d22cb3c2bf7e" FOREIGN KEY ("organization_id", "mode", "bill_id") REFERENCES "bills"("organization_id","mode","id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "edi_documents" ADD CONSTRAINT "FK_e3781f467f642152b986e1847c3" FOREIGN KEY ("organization_id", "mode", "freight_id") REFERENCES "freight"("organization_id","mode","id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "edi_documents" ADD CONSTRAINT "FK_cb27b4a4da51a0eb2a02fe7bd61" FOREIGN KEY ("organization_id", "mode", "interchange_id") REFERENCES "edi_interchanges"("organization_id","mode","id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "edi_documents" ADD CONSTRAINT "FK_81ff526eb42a3e203d955367266" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'DROP TABLE edi_documents, edi_interchange_contents, edi_interchanges, edi_partners',
    );
  }
}
