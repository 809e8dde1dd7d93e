import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { escapeLiteral, type PoolClient } from 'pg';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { RECENT_ROWS } from '../../src/platform/tenancy/search-rows.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { operations, resolveRef, type DocumentedOperation } from '../support/openapi-document.js';
import { copyRows, listOwnedTables } from '../support/copy-rows.js';
import { StatementRecorder, type Statement } from '../support/statement-recorder.js';
import { fillPath, seedResources, type SeededResources } from '../support/seeded-resources.js';

/** Rows per table, all of one organization. The benchmark checks the same plans at 1,000,000 rows. */
const ROWS = 50_000;
/** PostgreSQL plans a prepared statement for its values five times before it may choose one plan for all values. */
const EXECUTIONS = 7;
/** A plan may read or sort this many rows without an index, because they belong to one request. */
const FEW = 1_000;

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Plan Rows': number;
  /** Present if the plan was executed. */
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** Reads that are neither a list nor a lookup, with the reason. */
const OTHERS = new Map([
  ['getSandboxStatus', 'counts every test row that the organization has'],
  [
    'listCarriers',
    'adds the carriers of the own tariffs, of which the quota leaves no more than some hundred',
  ],
  ['getLimits', 'counts what quotas bound, of which no organization has as much as a table here'],
  ['getSpendReport', 'adds up what a range has; test/reports sees to its index'],
  ['getTransitReport', 'the same'],
  ['getBillingReport', 'the same'],
  ['getCustomerStatement', 'adds up all that a customer owes, by the index of the aging report'],
  ['getInvoiceAging', 'adds up all that is owed; test/invoices/aging sees to its index'],
]);

/** Filters without an index, with the reason. */
const UNINDEXED = new Map([
  // Each attempt would update such an index, and the ended deliveries of an endpoint are deleted after a while.
  ['listWebhookDeliveries', 'status'],
]);

/** A PDF reads the same rows as its resource. */
const reads = operations.filter(
  ({ method, path, operationId }) => method === 'get' && !path.endsWith('/pdf') && !OTHERS.has(operationId),
);

/** Builds the paths of a read, with each filter alone and with a cursor. */
function buildUrls(operation: DocumentedOperation, world: SeededResources): string[] {
  const path =
    operation.path === '/api/v1/carriers/{id}' ? '/api/v1/carriers/SIM1' : fillPath(world, operation.path);
  const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  if (query.length === 0) return [path];
  const has = (name: string): boolean => query.some((parameter) => parameter.name === name);
  const cursors = [
    '',
    ...(has('starting_after')
      ? [`&starting_after=${operation.operationId === 'listEvents' ? world.event : 60_000}`]
      : []),
    ...(has('ending_before') ? ['&ending_before=900'] : []),
  ];
  const filters = query
    .filter(({ name }) => !PAGING.has(name) && UNINDEXED.get(operation.operationId) !== name)
    .flatMap(({ name, schema }) =>
      listFilterValues(name, resolveRef(schema)).map((value) => `&${name}=${value}`),
    );
  return ['', ...filters].flatMap((filter) => cursors.map((cursor) => `${path}?limit=10${filter}${cursor}`));
}

/** Reads all tariffs of a tenant, which QUOTA_TARIFFS bounds. */
const BOUNDED_BY_QUOTA = /FROM tariffs WHERE organization_id = \$1 AND mode = \$2 GROUP BY scac$/;

/** Statements that have a plan. The others begin and end transactions. */
const PLANNED = /^\s*(SELECT|UPDATE|DELETE|INSERT|WITH)\b/;

const PAGING = new Set(['limit', 'starting_after', 'ending_before']);

/**
 * Returns the values to try for a filter: each value of a set, several of them, one that all rows have and one that no
 * row has.
 */
function listFilterValues(name: string, schema: object): string[] {
  const { type, pattern = '' } = schema as { type?: string; pattern?: string };
  const words = /^\^\(([^()]+)\)\(,/.exec(pattern)?.[1];
  if (words) {
    const all = words.split('|').map((word) => word.replaceAll('[.]', '.'));
    return [...all, all.slice(0, 3).join(',')];
  }
  if (name.endsWith(']')) return ['2026-01-01', '2026-11-20', '2027-06-01'];
  if (type === 'boolean') return ['true', 'false'];
  return type === 'integer' ? ['7'] : (SAMPLES[name] ?? ['nothing-has-this']);
}

/** Values of texts that all rows of a table have, or none. */
const SAMPLES: Record<string, string[]> = {
  carrier: ['SIM1', 'ZZZZ'],
  q: ['los angeles', 'no-row-has-this'],
  scac: ['ACME', 'ZZZZ'],
  type: ['shipment.booked', 'customer.created', 'quote.expired'],
  email: ['ap%40acme.example', 'nobody%40nowhere.example'],
};

describe(`query plans with ${ROWS} rows in each table`, () => {
  let app: TestApp;
  let giant: [TestOrganization, SeededResources];
  /** A tenant with few rows next to the giant. Plans for the giant must not be used for it. */
  let newcomer: [TestOrganization, SeededResources];
  let recorder: StatementRecorder;
  let client: PoolClient;
  /** Statements whose plans were checked, because several operations send the same ones. */
  const seen = new Set<string>();

  async function newOrganization(): Promise<[TestOrganization, SeededResources]> {
    const org = await app.organization();
    return [org, await seedResources(app, org)];
  }

  beforeAll(async () => {
    app = await startApp({ PROCESS_ROLE: 'api' });
    recorder = new StatementRecorder(app);
    giant = await newOrganization();
    const [{ id }, world] = giant;
    const { webhook } = world;
    for (const table of await listOwnedTables(app.sql, id)) await copyRows(app.sql, table, id, ROWS);
    // A busy endpoint has many deliveries.
    await app.sql.query('UPDATE webhook_deliveries SET endpoint_id = $1', [webhook]);
    await app.sql.query('ANALYZE webhook_deliveries');
    const [event] = await app.sql.query(
      'SELECT public_id AS id FROM events WHERE id <= $1 ORDER BY id DESC LIMIT 1',
      [ROWS / 2],
    );
    world.event = event.id;
    newcomer = await newOrganization();
    client = (await (app.sql.driver as PostgresDriver).master.connect()) as PoolClient;
  }, 180_000);
  afterAll(async () => {
    client?.release();
    await app.close();
  });

  /**
   * Returns the plans of a prepared statement, one per execution. Executes only reads, by the first and the last plan.
   */
  async function plansOf({ name, text, values }: Statement): Promise<Plan[]> {
    const plans: Plan[] = [];
    const isRead = /^\s*SELECT\b(?!.*\b(nextval|FOR UPDATE)\b)/s.test(text);
    const executions = name ? EXECUTIONS : 1;
    const list = values.length > 0 ? `(${values.map(literal).join(', ')})` : '';
    await client.query(`PREPARE planned AS ${text}`);
    for (let execution = 0; execution < executions; execution++) {
      const carriedOut = isRead && (execution === 0 || execution === executions - 1);
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        `EXPLAIN (${carriedOut ? 'ANALYZE, ' : ''}FORMAT JSON) EXECUTE planned${list}`,
      );
      plans.push(rows[0]!['QUERY PLAN'][0]!.Plan);
    }
    await client.query('DEALLOCATE planned');
    return plans;
  }

  async function expectIndexes(statements: Statement[]): Promise<void> {
    for (const statement of statements) {
      const key = JSON.stringify(statement);
      if (seen.has(key) || BOUNDED_BY_QUOTA.test(statement.text)) continue;
      seen.add(key);
      for (const plan of await plansOf(statement)) {
        const { text } = statement;
        expect({ text, faults: findFullScans(plan) }).toEqual({ text, faults: [] });
      }
    }
  }

  it.each(reads.map((operation) => [operation.operationId, operation] as const))(
    'of %s use an index',
    async (_id, operation) => {
      const statements: Statement[] = [];
      for (const [{ test }, world] of [giant, newcomer]) {
        for (const url of buildUrls(operation, world)) {
          const sent = await recorder.record(() => test.get(url).expect(200));
          statements.push(...sent.filter(({ text }) => PLANNED.test(text)));
        }
      }
      await expectIndexes(statements);
    },
    60_000,
  );

  it('of every statement from a quote to a paid invoice use an index', async () => {
    const sent = await recorder.record(async () => {
      const [{ test }, { invoice }] = await newOrganization();
      await test.post(`/api/v1/invoices/${invoice}/pay`).expect(200);
    });
    const planned = sent.filter(({ text }) => PLANNED.test(text));
    expect(planned.length).toBeGreaterThan(50);
    await expectIndexes(planned);
  }, 60_000);
});

/** Lists the tables that a plan reads or sorts completely. */
function findFullScans(plan: Plan): string[] {
  const children = plan.Plans ?? [];
  const faults = children.flatMap(findFullScans);
  if (plan['Node Type'] === 'Seq Scan' && plan['Plan Rows'] > FEW)
    faults.push(`reads all of ${plan['Relation Name']}`);
  // A search first reads a limited number of the newest rows.
  const most = plan['Node Type'] === 'Subquery Scan' ? RECENT_ROWS : FEW;
  if ((plan['Rows Removed by Filter'] ?? 0) > most)
    faults.push(`reads ${plan['Rows Removed by Filter']} rows of ${plan['Relation Name']} for nothing`);
  if (plan['Node Type'].endsWith('Sort') && children.some((child) => child['Plan Rows'] > FEW)) {
    faults.push(`sorts ${children[0]!['Plan Rows']} rows`);
  }
  return faults;
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  if (value instanceof Date) return escapeLiteral(value.toISOString());
  if (Array.isArray(value)) {
    const items = value.map((item) => `"${String(item).replaceAll(/["\\]/g, '\\$&')}"`);
    return escapeLiteral(`{${items.join(',')}}`);
  }
  return escapeLiteral(String(value));
}
