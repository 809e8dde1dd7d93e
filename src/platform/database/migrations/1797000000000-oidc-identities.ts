import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores which identity of the OpenID provider a member signs in with. */
export class OidcIdentities1797000000000 implements MigrationInterface {
  name = 'OidcIdentities1797000000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE members ADD oidc_issuer varchar(2048), ADD oidc_subject varchar(255)',
    );
    await queryRunner.query(
      'CREATE INDEX "IDX_319a3a95cf3f7be7eb807065cd" ON members (oidc_subject, oidc_issuer) WHERE oidc_subject IS NOT NULL',
    );
    await queryRunner.query('DROP INDEX "IDX_0f5d3b73b9341666caa324f3bb"');
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'CREATE INDEX "IDX_0f5d3b73b9341666caa324f3bb" ON invitations (email, id) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL))',
    );
    await queryRunner.query('DROP INDEX "IDX_319a3a95cf3f7be7eb807065cd"');
    await queryRunner.query('ALTER TABLE members DROP oidc_issuer, DROP oidc_subject');
  }
}
