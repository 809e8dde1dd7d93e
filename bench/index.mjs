/** Runs one benchmark by name: `npm run bench NAME`. Without a name, or with options only, it runs all of them. */
import { runNamedTask } from '../scripts/support/named-tasks.mjs';

const BENCHMARKS = {
  all: [
    'memory, document, reads, rate limits, writes, scale and lists (--only, --rounds)',
    'node bench/run.ts',
  ],
  lists: ['filters and searches of one million shipments', 'node bench/run.ts --only lists'],
  rates: ['quotes of ten carriers against bare HTTP calls', 'node bench/rates.mjs'],
  documents: ['a batch of 50 BOLs against as many empty pages', 'node bench/documents.mjs'],
  webhooks: ['delivery latency, throughput and fairness', 'node bench/webhooks.ts'],
  tariffs: ['import, export and rating of 100,000 tariff rows', 'node bench/tariffs.mjs'],
  edi: ['parsing and mapping 1,000 invoices (set 210) beside the bare tokenizer', 'node bench/edi.mjs'],
  sizes: ['bytes that one shipment takes in the database', 'node bench/storage-sizes.mjs'],
  claims: ['cost of finding due deliveries beside many endpoints', 'node bench/delivery-claims.mjs'],
  soak: ['30 minutes at half of the maximum load', 'node bench/soak.ts'],
};

const [first, ...rest] = process.argv.slice(2);
const isName = first !== undefined && !first.startsWith('-');
runNamedTask('bench', BENCHMARKS, isName ? [first, ...rest] : ['all', ...process.argv.slice(2)]);
