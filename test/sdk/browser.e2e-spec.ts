import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'puppeteer';
import type * as Sdk from '../../sdk/src/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { buildService } from '../support/build-if-stale.js';
import { openBrowser } from '../support/chromium.js';
import { freightRequest, rateRequest } from '../support/factories.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { LOCAL_WEBHOOK_ENV } from '../support/fixture.js';

/** Serves the built modules and an empty page. */
const pages = createServer((request, response) => {
  const file = join('sdk/dist', request.url ?? '');
  if (!file.endsWith('.js')) return response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>');
  if (!existsSync(file)) return response.writeHead(404).end();
  return response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(readFileSync(file));
});

describe('the SDK in a browser', () => {
  let app: TestApp;
  let browser: Browser;
  let receiver: Receiver;
  let origin: string;

  beforeAll(async () => {
    buildService('main.js');
    pages.listen(0, '127.0.0.1');
    await once(pages, 'listening');
    origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
    app = await startApp({ ...LOCAL_WEBHOOK_ENV, CORS_ORIGINS: origin });
    receiver = await startReceiver();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await receiver.close();
    await app.close();
    pages.closeAllConnections();
    pages.close();
  });

  it('books freight from another origin, reads a PDF and verifies a webhook', async () => {
    const { testKey } = await app.organization();
    const page = await browser.newPage();
    await page.goto(origin);

    const [shipped, secret] = await page.evaluate(
      async ({ apiKey, baseUrl, rate, draft, hook }) => {
        const module = '/index.js';
        const { Lading, LadingError } = (await import(module)) as typeof Sdk;
        const lading = new Lading({ apiKey, baseUrl });
        const endpoint = await lading.webhooks.create({ url: hook, events: ['shipment.booked'] });
        const { data } = await lading.quotes.create(rate as never);
        const { id } = await lading.freight.create({ ...draft, quote_id: data[0]!.id });
        const { pro_number } = await lading.freight.book(id);
        const pdf = await (await lading.freight.bolPdf(id)).blob();
        const listed: number[] = [];
        for await (const freight of lading.freight.list({ limit: 1 })) listed.push(freight.id);
        const missing: unknown = await lading.freight.get(999_999).catch((error: unknown) => error);
        const [code, requestId] = missing instanceof LadingError ? [missing.code, missing.requestId] : [];
        return [
          { id, listed, pro_number, pdf: await pdf.slice(0, 5).text(), code, requestId },
          endpoint.secret,
        ] as const;
      },
      {
        apiKey: testKey,
        baseUrl: app.url,
        rate: rateRequest(),
        draft: freightRequest(0),
        hook: `${receiver.url}/hook`,
      },
    );
    expect(shipped).toEqual({
      id: shipped.id,
      listed: [shipped.id],
      pro_number: expect.stringMatching(/^\d{9}$/),
      pdf: '%PDF-',
      code: 'resource_missing',
      requestId: expect.any(String),
    });

    const { rawBody, headers } = (await receiver.waitForDeliveries(1))[0]!;
    const verified = await page.evaluate(
      async (body, given, key) => {
        const module = '/index.js';
        const { verifyWebhook } = (await import(module)) as typeof Sdk;
        const forged: unknown = await verifyWebhook(`${body} `, given, key).catch((error: unknown) => error);
        return [(await verifyWebhook(body, given, key)).type, (forged as Sdk.LadingError).code];
      },
      rawBody,
      headers as Record<string, string>,
      secret,
    );
    expect(verified).toEqual(['shipment.booked', 'invalid_signature']);
  });
});
