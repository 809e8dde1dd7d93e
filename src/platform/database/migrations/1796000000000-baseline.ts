import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the schema of Lading 1.0. `migrate` records it without running it on a database of version 0.1.0. */
export class Baseline1796000000000 implements MigrationInterface {
  name = 'Baseline1796000000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(readSchema());
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    const schema = readSchema();
    for (const [, kind, name] of schema.matchAll(/^CREATE (?:UNLOGGED )?(TABLE|FUNCTION|SEQUENCE) (\w+)/gm))
      await queryRunner.query(`DROP ${kind} IF EXISTS ${name} CASCADE`);
  }
}

function readSchema(): string {
  return readFileSync(join(import.meta.dirname, 'schema.sql'), 'utf8');
}
