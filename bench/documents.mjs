/**
 * Measures the time of a page: a batch of 50 bills of lading relative to as many empty pages of the same Chromium. `npm
 * run bench documents`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChromiumPrinter } from '../dist/src/platform/pdf/chromium-printer.js';
import { OrganizationsService } from '../dist/src/platform/auth/organizations.service.js';
import { serve } from '../dist/src/app/server.js';

const SHIPMENTS = 50;
const ROUNDS = 7;
const REACH = 15;
const EMPTY = '<!doctype html><style>@page{size:letter}</style>';

const dataDir = mkdtempSync(join(tmpdir(), 'lading-papers-'));
const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', RATE_LIMIT_ENABLED: 'false' };
const lading = await serve({ env });

try {
  const { testKey } = await lading.app.get(OrganizationsService).create('Papers');
  const post = async (path, body) => {
    const response = await fetch(`${lading.url}/api/v1${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${testKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const freight_ids = [];
  for (let number = 1; number <= SHIPMENTS; number++) freight_ids.push(await shipment(post, number));
  const browser = lading.app.get(ChromiumPrinter);
  const batch = async () => (await post('/documents', { freight_ids, documents: ['bol'] })).arrayBuffer();
  const empty = () => Promise.all(freight_ids.map(() => browser.pdf(EMPTY, { owner: 'bench' })));

  const pages = pagesIn(Buffer.from(await batch()));
  if (pages < SHIPMENTS) throw new Error(`${pages} pages of ${SHIPMENTS} shipments`);
  await empty();
  const turns = [];
  for (let round = 0; round < ROUNDS; round++)
    turns.push({ batch: pages / (await seconds(batch)), empty: SHIPMENTS / (await seconds(empty)) });
  const value = median(turns.map((turn) => turn.batch));
  const baseline = median(turns.map((turn) => turn.empty));
  const share = median(turns.map((turn) => turn.batch / turn.empty));
  const met = value >= REACH ? 'yes' : 'NO';
  console.table([
    {
      figure: `pages/s of a batch of ${SHIPMENTS} bills of lading`,
      value: value.toFixed(1),
      reach: `≥ ${REACH}`,
      met,
    },
    { figure: 'empty pages/s of the same Chromium', value: baseline.toFixed(1) },
    { figure: 'the one ÷ the other', value: share.toFixed(2) },
  ]);
  if (value < REACH) process.exitCode = 1;
} finally {
  await lading.close();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Creates a booked shipment of three lines, one of them hazardous, for two customer orders. */
async function shipment(post, number) {
  const pallet = { weight: 500, freight_class: '100', length: 48, width: 40, height: 48, pieces: 24 };
  const hazmat = {
    un_number: 'UN1090',
    proper_shipping_name: 'Acetone',
    hazard_class: '3',
    packing_group: 'II',
  };
  const rated = await post('/quotes', {
    origin: { city: 'Los Angeles', state: 'CA', zip: '90001' },
    destination: { city: 'Chicago', state: 'IL', zip: '60601' },
    items: [
      { ...pallet, description: 'Machine parts' },
      { ...pallet, description: 'Ceramic floor tile' },
      { ...pallet, description: 'Solvent', hazmat },
    ],
    accessorials: { destination_liftgate: true },
  });
  const { data } = await rated.json();
  const party = { contact: 'Ann Lee', address: '12 S Main St', phone: '555-222-6666' };
  const drafted = await post('/freight', {
    quote_id: data[0].id,
    ship_from: { company: `Acme Manufacturing ${number}`, ...party },
    ship_to: { company: 'Lakeside Stores', ...party },
    freight: { description: 'Machine parts' },
    orders: ['554238', '554239'].map((order) => ({
      number: `${order}-${number}`,
      packages: 36,
      weight: 750,
    })),
    emergency_contact: { name: 'CHEMTREC', phone: '800-424-9300' },
    special_instructions: 'Dock 4\nRing twice',
  });
  const { id } = await drafted.json();
  await post(`/freight/${id}/book`, {});
  return id;
}

/** Reads the number of pages from the root of the page tree. */
function pagesIn(pdf) {
  const counts = [...pdf.toString('latin1').matchAll(/\/Count (\d+)/g)].map(([, count]) => Number(count));
  return Math.max(0, ...counts);
}

async function seconds(work) {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1_000;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
