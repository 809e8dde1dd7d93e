/**
 * The journey of a shipper's team in TypeScript, with the generated client (`./typescript-fetch`) and the verifier of
 * receivers/typescript. Reads the service from LADING_URL and LADING_KEY.
 */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as lading from './typescript-fetch';
import { verifyWebhook } from './verify-webhook';

const configuration = new lading.Configuration({
  basePath: process.env.LADING_URL!,
  accessToken: process.env.LADING_KEY!,
});
const freightApi = new lading.FreightApi(configuration);
const webhooksApi = new lading.WebhooksApi(configuration);

function check(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}

async function quote(): Promise<number> {
  const rated = await new lading.QuotesApi(configuration).createQuotes({
    createQuotes: {
      origin: { city: 'Los Angeles', state: 'CA', zip: '90001' },
      destination: { city: 'Chicago', state: 'IL', zip: '60601' },
      items: [{ weight: 500, freightClass: '92.5', length: 48, width: 40, height: 48 }],
    },
  });
  return rated.data[0]!.id;
}

async function draft(quoteId: number): Promise<number> {
  const shipFrom = {
    company: 'Acme Manufacturing',
    contact: 'Ann Lee',
    address: '12 S Main St',
    phone: '555-222-6666',
  };
  const shipTo = {
    company: 'Lakeside Stores',
    contact: 'Bob Ray',
    address: '400 W Lake St',
    phone: '555-333-7777',
  };
  const parts = { description: 'Machine parts', handlingUnitType: 'pallet' };
  const freight = await freightApi.createFreight({
    createFreight: { quoteId, shipFrom, shipTo, freight: parts, billTo: null },
  });
  check(freight.status === 'draft' && freight.proNumber === null, 'a draft has no PRO number');
  return freight.id;
}

async function everyPage(): Promise<number[][]> {
  const pages: number[][] = [];
  for (let startingAfter: number | undefined; ; startingAfter = pages.at(-1)!.at(-1)) {
    const page = await freightApi.listFreight({ limit: 2, startingAfter });
    pages.push(page.data.map(({ id }) => id));
    if (!page.hasMore) return pages;
  }
}

async function saveBol(freightId: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lading-journey-'));
  const file = join(folder, 'bol.pdf');
  const pdf = await freightApi.downloadBol({ id: freightId });
  writeFileSync(file, Buffer.from(await pdf.arrayBuffer()));
  check(readFileSync(file).subarray(0, 5).toString() === '%PDF-', 'the bill of lading is no PDF');
  rmSync(folder, { recursive: true });
}

/** Registers an endpoint and waits for a test event with a valid signature and the expected content. */
async function receive(): Promise<void> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.end();
      server.emit('delivery', Buffer.concat(chunks), request.headers['x-service-signature']);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const delivery = once(server, 'delivery', { signal: AbortSignal.timeout(60_000) });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/freight`;
  const endpoint = await webhooksApi.createWebhook({ createWebhook: { url, events: ['shipment.booked'] } });
  await webhooksApi.testWebhook({ id: endpoint.id });
  const [body, signature] = (await delivery) as [Buffer, string];
  check(verifyWebhook(body, signature, endpoint.secret), 'the signature of the delivery is wrong');
  const { type } = lading.EventFromJSON(JSON.parse(body.toString()));
  check(type === 'shipment.booked' || type === 'webhook.test', 'the event is another');
  await webhooksApi.deleteWebhook({ id: endpoint.id });
  server.close();
}

/** Decodes all events so far with the webhook types. */
async function decodeEvents(): Promise<void> {
  const { data } = (await get('/api/v1/events?limit=100')) as { data: { type: string }[] };
  for (const record of data) {
    const event = lading.EventFromJSON({ ...record, webhook: { id: 'whk_1', url: 'https://example.com' } });
    check(event.type === record.type && event.created instanceof Date, `${record.type} is no event`);
  }
  check(data.length >= 3, 'few events');
}

/** Reads a response of a later version of the service: an unknown field and an unknown enum value. */
async function readLaterAnswer(freightId: number): Promise<void> {
  const answer = (await get(`/api/v1/freight/${freightId}`)) as object;
  const later = lading.FreightFromJSON({ ...answer, status: 'returned', new_field: { new: true } });
  check(
    later.id === freightId && (later.status as string) === 'returned',
    'a later answer is read otherwise',
  );
}

async function get(path: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${process.env.LADING_KEY!}` };
  return (await fetch(process.env.LADING_URL! + path, { headers })).json();
}

async function refused(status: number, code: string, call: Promise<unknown>): Promise<void> {
  const refusal: unknown = await call.catch((error: unknown) => error);
  check(
    refusal instanceof lading.ResponseError && refusal.response.status === status,
    `no ${status} was answered`,
  );
  const { error } = lading.ApiErrorFromJSON(await refusal.response.json());
  check(error.code === code, `${status} is not told as ${code}`);
}

async function journey(): Promise<void> {
  const quoteId = await quote();
  const id = await draft(quoteId);
  const { proNumber } = await freightApi.bookFreight({ id });
  check(proNumber !== null, 'booked without a PRO number');
  const { trackingNumber } = await freightApi.getFreightTracking({ id });
  check(trackingNumber === proNumber, 'the tracking has another number');

  const drafts = [await draft(quoteId), await draft(quoteId)];
  const pages = await everyPage();
  const listed = new Set(pages.flat());
  check(pages.length > 1 && [id, ...drafts].every((shipment) => listed.has(shipment)), 'a page is missing');

  await saveBol(id);
  await receive();
  await decodeEvents();
  await readLaterAnswer(id);
  await refused(404, 'resource_missing', freightApi.getFreight({ id: 999_999_999 }));
  const updateFreight = { specialInstructions: 'Gate code 456' };
  await refused(422, 'freight_not_draft', freightApi.updateFreight({ id, updateFreight }));
  process.stdout.write(`journey done: PRO ${proNumber}, ${listed.size} shipments on ${pages.length} pages\n`);
}

journey().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
