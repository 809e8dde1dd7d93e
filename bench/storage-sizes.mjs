/**
 * Measures the bytes of a shipment in the database. A service on an embedded PostgreSQL takes SHIPMENTS shipments from
 * quote to open invoice by the public API, with one webhook endpoint that receives all events. Prints the rows and
 * bytes of each table per shipment, indexes included. `npm run bench sizes`; docs/explanation/scale.md uses the
 * figures.
 */
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import '../test/support/run-source.mjs';
import { OrganizationsService } from '../dist/src/platform/auth/organizations.service.js';
import { serve } from '../dist/src/app/server.js';

const { freightRequest, rateRequest } = await import('../test/support/factories.ts');

const SHIPMENTS = Number(process.env.SHIPMENTS ?? 1_000);
const AT_ONCE = 8;
const STEPS = [
  'shipment.picked_up',
  'shipment.in_transit',
  'shipment.out_for_delivery',
  'shipment.delivered',
];

const receiver = createServer((request, response) => {
  request.resume();
  response.end();
});
await once(receiver.listen(0, '127.0.0.1'), 'listening');
const dataDir = mkdtempSync(join(tmpdir(), 'lading-sizes-'));
const lading = await serve({
  env: {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    RATE_LIMIT_ENABLED: 'false',
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
  },
});
const sql = lading.app.get(DataSource);
const { testKey } = await lading.app.get(OrganizationsService).create('Sizes');

async function call(method, path, body) {
  const response = await fetch(`${lading.url}/api/v1/${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${testKey}`,
      'Content-Type': 'application/json',
      ...(method === 'POST' && { 'Idempotency-Key': crypto.randomUUID() }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

async function ship() {
  const { data } = await call('POST', 'quotes', rateRequest());
  const { id } = await call('POST', 'freight', freightRequest(data[0].id));
  await call('POST', `freight/${id}/book`, {});
  for (const type of STEPS) await call('POST', `sandbox/simulate/${type}`, { shipment_id: id });
  for (let reads = 0; reads < 5; reads++) await call('GET', `freight/${id}`);
}

async function sizes() {
  await sql.query('VACUUM ANALYZE');
  const tables = await sql.query(
    `SELECT coalesce(parent.relname, c.relname) AS name, sum(pg_total_relation_size(c.oid))::float8 AS bytes,
       sum(pg_indexes_size(c.oid))::float8 AS indexes
     FROM pg_class c LEFT JOIN pg_inherits ON inhrelid = c.oid LEFT JOIN pg_class parent ON parent.oid = inhparent
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace GROUP BY 1`,
  );
  for (const table of tables)
    table.rows = Number((await sql.query(`SELECT count(*) FROM "${table.name}"`))[0].count);
  const [{ wal }] = await sql.query(`SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS wal`);
  return { tables: new Map(tables.map((table) => [table.name, table])), wal };
}

/** Returns the CPU milliseconds of PostgreSQL's processes, ended ones included; 0 without /proc. */
async function databaseCpu() {
  const [{ pid }] = await sql.query('SELECT pg_backend_pid() AS pid');
  const stat = (of) =>
    readFileSync(`/proc/${of}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
  try {
    const postmaster = stat(pid)[1];
    let ticks = 0;
    for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
      const fields = name === postmaster || stat(name)[1] === postmaster ? stat(name) : [];
      // utime and stime; for the postmaster also those of its ended children.
      for (const field of fields.slice(11, name === postmaster ? 15 : 13)) ticks += Number(field);
    }
    return ticks * 10;
  } catch {
    return 0;
  }
}

async function many(count) {
  for (let done = 0; done < count; done += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - done) }, ship));
  // Logs and deliveries are written asynchronously.
  for (;;) {
    await sleep(1_000);
    const [{ open }] = await sql.query(
      `SELECT count(*)::int AS open FROM webhook_deliveries WHERE status IN ('pending', 'retrying')`,
    );
    if (open === 0) break;
  }
  await sleep(2_000);
}

const events = ['quote.created', 'shipment.booked', ...STEPS, 'invoice.created'];
await call('POST', 'webhooks', { url: `http://127.0.0.1:${receiver.address().port}/`, events });
// Fills the first pages of empty tables, which are not counted.
await many(Math.ceil(SHIPMENTS / 5));
const before = await sizes();
const began = performance.now();
const cpu = process.cpuUsage();
const databaseBefore = await databaseCpu();
await many(SHIPMENTS);
const seconds = (performance.now() - began) / 1_000;
const { user, system } = process.cpuUsage(cpu);
const databaseMs = (await databaseCpu()) - databaseBefore;
const after = await sizes();

const rows = [...after.tables.values()]
  .map(({ name, rows: count, bytes, indexes }) => {
    const was = before.tables.get(name);
    return {
      name,
      rows: (count - was.rows) / SHIPMENTS,
      bytes: (bytes - was.bytes) / SHIPMENTS,
      indexes: (indexes - was.indexes) / SHIPMENTS,
    };
  })
  .filter(({ rows: count, bytes }) => count > 0.005 || bytes > 5)
  .sort((a, b) => b.bytes - a.bytes);
const line = (cells) => `| ${cells.join(' | ')} |`;
console.log(line(['table', 'rows a shipment', 'bytes a shipment', 'of them indexes']));
console.log(line(['---', '---', '---', '---']));
for (const { name, rows: count, bytes, indexes } of rows)
  console.log(line([`\`${name}\``, count.toFixed(2), Math.round(bytes), Math.round(indexes)]));
const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
console.log(line(['**all**', sum('rows').toFixed(2), Math.round(sum('bytes')), Math.round(sum('indexes'))]));
console.log(`\nWAL a shipment: ${Math.round((after.wal - before.wal) / SHIPMENTS)} bytes`);
console.log(`The service's own CPU a shipment: ${((user + system) / 1_000 / SHIPMENTS).toFixed(1)} ms`);
console.log(`PostgreSQL's: ${(databaseMs / SHIPMENTS).toFixed(1)} ms`);
console.log(`${SHIPMENTS} shipments in ${seconds.toFixed(1)} s`);

await lading.close();
receiver.close();
rmSync(dataDir, { recursive: true, force: true });
process.exit();
