/**
 * CPU time that each technique of the statement writer and of `PreparedQuery` saves. Each case runs with and without the
 * technique in alternating turns. `node bench/statements.mjs` prints µs per operation, of this process and of
 * PostgreSQL, as the median (lowest–highest) of TURNS turns. Build first: it runs `dist/`.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { serve } from '../dist/src/app/server.js';
import { OrganizationsService } from '../dist/src/platform/auth/organizations.service.js';
import { AppPgClient } from '../dist/src/platform/database/statements/app-pg-client.js';
import { runQuery } from '../dist/src/platform/database/statements/run-query.js';
import { StatementWriter } from '../dist/src/platform/database/statements/statement-writer.js';

const TURNS = Number(process.env.TURNS ?? 5);
const OPERATIONS = Number(process.env.OPERATIONS ?? 4_000);
const CONNECTIONS = 10;
const CONCURRENCY = 32;
const only = process.argv[2];

const dataDir = mkdtempSync(join(tmpdir(), 'lading-statements-'));
const lading = await serve({
  env: { PATH: process.env.PATH, DATA_DIR: dataDir, LOG_LEVEL: 'error', PROCESS_ROLE: 'api' },
});
const dataSource = lading.app.get(DataSource);
const { organization } = await lading.app.get(OrganizationsService).create('Statements');
const quotes = new StatementWriter(dataSource.getMetadata('Quote'), ['items', 'warnings']);
const allQuoteColumns = new StatementWriter(dataSource.getMetadata('Quote'));
const events = new StatementWriter(dataSource.getMetadata('Event'), ['data']);
const allEventColumns = new StatementWriter(dataSource.getMetadata('Event'));
const pool = new Pool({ connectionString: dataSource.options.url, Client: AppPgClient, max: CONNECTIONS });
const owner = { organizationId: organization.id, mode: 'test' };

/** Builds the quotes of one rate request, which share their items. */
function buildQuotes(count, lines, shared = true) {
  const item = {
    weight: 500,
    freight_class: '92.5',
    length: 48,
    width: 40,
    height: 48,
    description: 'Machine parts',
  };
  const items = () => Array.from({ length: lines }, () => ({ ...item }));
  const common = items();
  const place = (zip, city, state) => ({ zip, city, state, country: 'US', address: '12 S Main St' });
  const origin = place('90001', 'Los Angeles', 'CA');
  const destination = place('60601', 'Chicago', 'IL');
  const copy = (value) => (shared ? value : structuredClone(value));
  return Array.from({ length: count }, (_, n) => ({
    groupId: 'qg_0123456789abcdef0123456789abcdef',
    quoteNumber: `Q-10000${n}`,
    carrierName: 'Blue Ridge Freight',
    scac: 'BLRF',
    serviceLevel: 'Standard LTL',
    serviceCode: 'standard',
    status: 'active',
    netChargeCents: 71_250 + n,
    charges: [
      { code: 'freight', name: 'Freight', amount_cents: 60_000 },
      { code: 'fuel', name: 'Fuel surcharge', amount_cents: 11_250 + n },
    ],
    transitDays: 4,
    origin: copy(origin),
    destination: copy(destination),
    items: shared ? common : items(),
    accessorials: [],
    warnings: copy([]),
    expiresAt: '2100-01-01T00:00:00Z',
  }));
}

const withoutName = ({ text, values }) => ({ text, values });
const insertRows = (rows, writer = quotes) => writer.insertMany(rows, owner);
const insertTuples = (rows) => withoutName(quotes.insert(rows.map((row) => ({ ...row, ...owner }))));
const names = new Map();
const named = (statement) => {
  if (!names.has(statement.text)) names.set(statement.text, `bench_${names.size}`);
  return { ...statement, name: names.get(statement.text) };
};

await runQuery(pool, insertRows(buildQuotes(40, 2)));
const [{ id }] = await runQuery(pool, { text: 'SELECT max(id) AS id FROM quotes' });
const readOne = quotes.select({ ...owner, id }, ' ORDER BY id LIMIT 1');
const readList = quotes.select(owner, ' ORDER BY id DESC LIMIT 21');

const query = (target, config) =>
  new Promise((resolve, reject) =>
    target.query(config, (error, { rows } = {}) => (error ? reject(error) : resolve(rows))),
  );
const transaction = async (begin) => {
  const client = await pool.connect();
  await client.query(begin);
  await runQuery(client, readOne);
  await runQuery(client, insertRows(buildQuotes(1, 2)));
  await client.query('COMMIT');
  client.release();
};
const eventData = (lines) => ({
  quotes: buildQuotes(10, lines),
  group_id: 'qg_0123456789abcdef0123456789abcdef',
});
const [small, large] = [eventData(2), eventData(500)];
const insertEvent = (data, writer) =>
  runQuery(
    pool,
    writer.insert([{ publicId: `evt_${crypto.randomUUID()}`, type: 'quote.created', data, ...owner }]),
  );

const CASES = {
  'describe once: read one quote': [() => runQuery(pool, readOne), () => query(pool, readOne), 4],
  'describe once: list 20 quotes': [() => runQuery(pool, readList), () => query(pool, readList)],
  'named statement: read one quote': [
    () => runQuery(pool, readOne),
    () => runQuery(pool, withoutName(readOne)),
    4,
  ],
  'delayed BEGIN: read and insert': [() => transaction('START TRANSACTION'), () => transaction('BEGIN')],
  'recordset INSERT, 10 quotes: named tuples instead': [
    () => runQuery(pool, insertRows(buildQuotes(10, 2))),
    () => runQuery(pool, named(insertTuples(buildQuotes(10, 2)))),
  ],
  'recordset INSERT, 10 quotes: unnamed tuples instead': [
    () => runQuery(pool, insertRows(buildQuotes(10, 2))),
    () => runQuery(pool, insertTuples(buildQuotes(10, 2))),
  ],
  'shared JSON, 10 quotes of 2 items': [
    () => runQuery(pool, insertRows(buildQuotes(10, 2))),
    () => runQuery(pool, insertRows(buildQuotes(10, 2, false))),
  ],
  'shared JSON, 10 quotes of 500 items': [
    () => runQuery(pool, insertRows(buildQuotes(10, 500))),
    () => runQuery(pool, insertRows(buildQuotes(10, 500, false))),
    0.05,
  ],
  'columns not returned, 10 quotes of 2 items': [
    () => runQuery(pool, insertRows(buildQuotes(10, 2))),
    () => runQuery(pool, insertRows(buildQuotes(10, 2), allQuoteColumns)),
  ],
  'columns not returned, 10 quotes of 500 items': [
    () => runQuery(pool, insertRows(buildQuotes(10, 500))),
    () => runQuery(pool, insertRows(buildQuotes(10, 500), allQuoteColumns)),
    0.05,
  ],
  'columns not returned, event of 10 quotes': [
    () => insertEvent(small, events),
    () => insertEvent(small, allEventColumns),
  ],
  'columns not returned, event of 10 quotes of 500 items': [
    () => insertEvent(large, events),
    () => insertEvent(large, allEventColumns),
    0.02,
  ],
};

/** Returns the CPU milliseconds that the backends of PostgreSQL have used so far. */
function readBackendMs() {
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      if (!stat.includes('(postgres)') || !backends.has(Number(pid))) continue;
      const [, , utime, stime] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(10);
      ticks += Number(utime) + Number(stime);
    } catch {}
  }
  return ticks * 10;
}
let backends = new Set();

async function takeTurn(operation, count) {
  const { rows } = await pool.query('SELECT pid FROM pg_stat_activity WHERE datname = current_database()');
  backends = new Set(rows.map(({ pid }) => pid));
  let left = count;
  const before = { cpu: process.cpuUsage(), backend: readBackendMs() };
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (left-- > 0) await operation();
    }),
  );
  const { user, system } = process.cpuUsage(before.cpu);
  return { client: (user + system) / count, backend: ((readBackendMs() - before.backend) * 1_000) / count };
}

function describe(turns, side) {
  const sorted = turns.map((turn) => turn[side]).sort((a, b) => a - b);
  const digits = sorted[0] < 10 ? 1 : 0;
  const [low, median, high] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)].map((n) =>
    n.toFixed(digits),
  );
  return `${median} (${low}–${high})`;
}

console.log('| case | client, with | without | PostgreSQL, with | without |');
console.log('| --- | --- | --- | --- | --- |');
for (const [name, [withIt, without, share = 1]] of Object.entries(CASES)) {
  if (only && !name.includes(only)) continue;
  const count = Math.max(20, OPERATIONS * share);
  const results = { withIt: [], without: [] };
  for (let turn = -1; turn < TURNS; turn++) {
    for (const [key, operation] of Object.entries(
      turn % 2 === 0 ? { withIt, without } : { without, withIt },
    )) {
      const measured = await takeTurn(operation, turn < 0 ? count / 2 : count);
      if (turn >= 0) results[key].push(measured);
    }
    await pool.query('DELETE FROM events');
    await pool.query('DELETE FROM quotes WHERE id > $1', [id]);
  }
  const cells = ['client', 'backend'].flatMap((side) => [
    describe(results.withIt, side),
    describe(results.without, side),
  ]);
  console.log(`| ${name} | ${cells.join(' | ')} |`);
}
await pool.end();
await lading.close();
rmSync(dataDir, { recursive: true, force: true });
process.exit();
