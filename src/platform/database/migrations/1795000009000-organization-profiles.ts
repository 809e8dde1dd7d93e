import { MigrationInterface, QueryRunner } from 'typeorm';

export class OrganizationProfiles1795000009000 implements MigrationInterface {
  name = 'OrganizationProfiles1795000009000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            CREATE TABLE "organization_profiles" (
                "organization_id" bigint NOT NULL,
                "legal_name" character varying(255),
                "address" jsonb,
                "remit_to" jsonb,
                "color" character varying(7),
                "logo" bytea,
                "logo_type" character varying(10),
                "logo_width" integer,
                "logo_height" integer,
                "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
                CONSTRAINT "PK_organization_profiles" PRIMARY KEY ("organization_id")
            )
        `);
    await queryRunner.query(`
            ALTER TABLE "organization_profiles"
            ADD CONSTRAINT "FK_4b15935f94a583414e9049a2283" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "organization_profiles"`);
  }
}
