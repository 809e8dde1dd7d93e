import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the sales taxes that an organization collects. Without them, as before, invoices have no tax. */
export class OrganizationTaxes1797000041000 implements MigrationInterface {
  name = 'OrganizationTaxes1797000041000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE organization_profiles ADD taxes jsonb');
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE organization_profiles DROP taxes');
  }
}
