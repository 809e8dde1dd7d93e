import { MigrationInterface, QueryRunner } from 'typeorm';

/** What each resource is found by, of the row NEW. */
const WORDS: Record<string, { columns: string[]; text: string }> = {
  freight: {
    columns: [
      'bol_number',
      'pro_number',
      'quote_id',
      'reference_list',
      'order_list',
      'ship_from',
      'ship_to',
      'bill_to',
    ],
    text: `NEW.bol_number, NEW.pro_number, (SELECT quote_number FROM quotes WHERE id = NEW.quote_id),
      (SELECT string_agg(reference->>'value', ' ') FROM jsonb_array_elements(NEW.reference_list) AS reference),
      (SELECT string_agg("order"->>'number', ' ') FROM jsonb_array_elements(NEW.order_list) AS "order"),
      ${party('ship_from')}, ${party('ship_to')}, NEW.bill_to->>'company'`,
  },
  addresses: {
    columns: [
      'name',
      'company',
      'contact',
      'address',
      'city',
      'state',
      'zip',
      'phone',
      'email',
      'external_ref',
    ],
    text: `NEW.name, NEW.company, NEW.contact, NEW.address, NEW.city, NEW.state, NEW.zip, NEW.phone, NEW.email, NEW.external_ref`,
  },
  products: {
    columns: ['sku', 'name', 'description', 'nmfc_item_number'],
    text: `NEW.sku, NEW.name, NEW.description, NEW.nmfc_item_number`,
  },
  customers: {
    columns: ['name', 'company', 'email', 'phone', 'external_ref', 'city'],
    text: `NEW.name, NEW.company, NEW.email, NEW.phone, NEW.external_ref, NEW.city`,
  },
};

function party(column: string): string {
  return ['company', 'contact', 'address', 'city', 'state', 'zip']
    .map((key) => `NEW.${column}->>'${key}'`)
    .join(', ');
}

export class Search1795000032000 implements MigrationInterface {
  name = 'Search1795000032000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const [table, { columns, text }] of Object.entries(WORDS)) {
      await queryRunner.query(`ALTER TABLE "${table}" ADD "search" text NOT NULL DEFAULT ''`);
      await queryRunner.query(
        `CREATE FUNCTION ${table}_search() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN NEW.search := lower(concat_ws(' ', ${text})); RETURN NEW; END $$`,
      );
      await queryRunner.query(
        `CREATE TRIGGER ${table}_search BEFORE INSERT OR UPDATE OF ${columns.join(', ')} ON "${table}"
         FOR EACH ROW EXECUTE FUNCTION ${table}_search()`,
      );
      await queryRunner.query(`UPDATE "${table}" SET "${columns[0]}" = "${columns[0]}"`);
    }
    // Both come with PostgreSQL, but not with every installation; a role may lack the right. Searching is slower then.
    await queryRunner.query(
      `DO $$ BEGIN
         CREATE EXTENSION IF NOT EXISTS pg_trgm;
         CREATE EXTENSION IF NOT EXISTS btree_gin;
         ${Object.keys(WORDS)
           .map(
             (table) =>
               `CREATE INDEX "IDX_${table}_search" ON "${table}" USING gin (organization_id, search gin_trgm_ops);`,
           )
           .join('\n')}
       EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
         RAISE NOTICE 'Searching by q has no index: %', SQLERRM;
       END $$`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of Object.keys(WORDS)) {
      await queryRunner.query(`DROP TRIGGER ${table}_search ON "${table}"`);
      await queryRunner.query(`DROP FUNCTION ${table}_search()`);
      await queryRunner.query(`ALTER TABLE "${table}" DROP COLUMN "search"`);
    }
  }
}
