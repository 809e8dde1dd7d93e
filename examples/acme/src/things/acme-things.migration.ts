import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AcmeThings1800000000000 implements MigrationInterface {
  name = 'AcmeThings1800000000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE acme_things (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        organization_id bigint NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
        mode varchar(4) NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        name varchar(255) NOT NULL,
        sold_at timestamptz,
        UNIQUE (organization_id, mode, id)
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE acme_things');
  }
}
