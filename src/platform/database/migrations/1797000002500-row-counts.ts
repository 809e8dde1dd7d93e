import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The counted tables, and the mode whose rows count. Null: both modes. */
const COUNTED_TABLES: [table: string, mode: string | null][] = [
  ['addresses', null],
  ['customers', null],
  ['products', null],
  ['freight', 'test'],
];

/**
 * Counts the rows of each organization in `row_counts`, in the transaction that writes them. An organization has several
 * counters per table, whose sum counts. A transaction changes one that no other transaction holds, so none waits.
 */
export class RowCounts1797000002500 implements MigrationInterface {
  name = 'RowCounts1797000002500';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE row_counts (
         id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
         organization_id bigint NOT NULL,
         counted_table varchar(63) NOT NULL,
         rows bigint NOT NULL
       ) WITH (fillfactor = 50)`,
    );
    await queryRunner.query(
      'CREATE INDEX "IDX_row_counts_counted_table" ON row_counts (organization_id, counted_table)',
    );
    await queryRunner.query(
      `CREATE FUNCTION count_rows() RETURNS trigger LANGUAGE plpgsql AS $$
       DECLARE change record;
       BEGIN
         FOR change IN
           SELECT organization_id, TG_ARGV[0]::int * count(*) AS rows FROM changed
           WHERE TG_ARGV[1] IS NULL OR mode = TG_ARGV[1] GROUP BY organization_id
         LOOP
           UPDATE row_counts SET rows = rows + change.rows WHERE id = (
             SELECT id FROM row_counts
             WHERE organization_id = change.organization_id AND counted_table = TG_TABLE_NAME
             LIMIT 1 FOR UPDATE SKIP LOCKED);
           IF NOT FOUND THEN
             INSERT INTO row_counts (organization_id, counted_table, rows)
             VALUES (change.organization_id, TG_TABLE_NAME, change.rows);
           END IF;
         END LOOP;
         RETURN NULL;
       END $$`,
    );
    for (const [table, mode] of COUNTED_TABLES) {
      const only = mode === null ? '' : `, '${mode}'`;
      // Blocks writers until the migration commits, so that each row is counted once.
      await queryRunner.query(
        `CREATE TRIGGER ${table}_inserted AFTER INSERT ON ${table} REFERENCING NEW TABLE AS changed
         FOR EACH STATEMENT EXECUTE FUNCTION count_rows('1'${only})`,
      );
      await queryRunner.query(
        `CREATE TRIGGER ${table}_deleted AFTER DELETE ON ${table} REFERENCING OLD TABLE AS changed
         FOR EACH STATEMENT EXECUTE FUNCTION count_rows('-1'${only})`,
      );
      await queryRunner.query(
        `INSERT INTO row_counts (organization_id, counted_table, rows)
         SELECT organization_id, '${table}', count(*) FROM ${table} ${mode === null ? '' : `WHERE mode = '${mode}'`}
         GROUP BY organization_id`,
      );
    }
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const [table] of COUNTED_TABLES) {
      await queryRunner.query(`DROP TRIGGER ${table}_inserted ON ${table}`);
      await queryRunner.query(`DROP TRIGGER ${table}_deleted ON ${table}`);
    }
    await queryRunner.query('DROP FUNCTION count_rows');
    await queryRunner.query('DROP TABLE row_counts');
  }
}
