import { MigrationInterface, QueryRunner } from 'typeorm';

export class ProductsCreated1795000014900 implements MigrationInterface {
  name = 'ProductsCreated1795000014900';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE INDEX "IDX_d87db3c64b6c09d267498c5d4e" ON "products"  ("organization_id", "mode", "created_at", "id") `,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "public"."IDX_d87db3c64b6c09d267498c5d4e"`);
  }
}
