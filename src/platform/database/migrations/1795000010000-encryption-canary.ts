import { MigrationInterface, QueryRunner } from 'typeorm';

export class EncryptionCanary1795000010000 implements MigrationInterface {
  name = 'EncryptionCanary1795000010000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            CREATE TABLE "encryption_canary" (
                "id" smallint NOT NULL DEFAULT 1,
                "sealed_text" bytea NOT NULL,
                CONSTRAINT "PK_encryption_canary" PRIMARY KEY ("id"),
                CONSTRAINT "CHK_encryption_canary" CHECK (id = 1)
            )
        `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "encryption_canary"`);
  }
}
