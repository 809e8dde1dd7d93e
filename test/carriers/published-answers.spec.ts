import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EbolAdapter } from '../../src/features/carriers/adapters/ebol/ebol.adapter.js';
import { EstesAdapter } from '../../src/features/carriers/adapters/estes/estes.adapter.js';
import { RlAdapter } from '../../src/features/carriers/adapters/rl/rl.adapter.js';
import { TforceAdapter } from '../../src/features/carriers/adapters/tforce/tforce.adapter.js';
import { XpoAdapter } from '../../src/features/carriers/adapters/xpo/xpo.adapter.js';
import { CarrierDeclined, type CarrierAdapter } from '../../src/features/carriers/carrier-adapter.js';
import { toCarrierError } from '../../src/features/carriers/carrier-errors.js';
import { parseRateAnswer } from '../../src/features/carriers/parse-rates.js';
import { parseTender } from '../../src/features/carriers/parse-tender.js';
import { parseTracking } from '../../src/features/carriers/parse-tracking.js';
import { buildPallet, buildRateRequest, buildTenderRequest } from '../support/carrier-request-builders.js';
import { PUBLISHED_ANSWERS, type PublishedAnswer } from './published-answers.js';

const NEVER = new AbortController().signal;
const TOKEN = { access_token: 'token', token: 'token', expires_in: 3_600 };
const BOOKED = { reference: '04000000000000017', proNumber: '0612345678', bookingId: '1' };

let playing: PublishedAnswer;
const server = createServer((request, response) => {
  const isToken = /^\/(token|authenticate)/.test(request.url!);
  const { status, body } = isToken && playing.call !== 'token' ? { status: 200, body: TOKEN } : playing;
  request.resume();
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body === null ? '' : JSON.stringify(body));
});

beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function connect(carrier: PublishedAnswer['carrier']): { adapter: CarrierAdapter; settings: object } {
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const user = { username: 'user', password: 'secret', account: '1234567', base_url };
  const app = { client_id: 'id', client_secret: 'secret', scope: 'scope', token_url: `${base_url}/token` };
  const { token_url } = app;
  return {
    rl: () => ({ adapter: new RlAdapter(), settings: { api_key: 'key', base_url } }),
    tforce: () => ({ adapter: new TforceAdapter(), settings: { ...app, base_url } }),
    xpo: () => ({
      adapter: new XpoAdapter(),
      settings: { ...user, consumer_key: 'k', consumer_secret: 's' },
    }),
    estes: () => ({ adapter: new EstesAdapter(), settings: { ...user, api_key: 'key' } }),
    ebol: () => ({ adapter: new EbolAdapter(), settings: { ...user, auth: 'token', token_url } }),
  }[carrier]();
}

async function call({ carrier, call: name }: PublishedAnswer): Promise<object> {
  const { adapter, settings } = connect(carrier);
  const account = { scac: 'TEST', settings };
  const request = buildRateRequest([buildPallet(500, '70')]);
  if (name === 'rate') return parseRateAnswer(await adapter.rate!(request, account, NEVER));
  if (name === 'track')
    return { outcome: 'tracked', ...parseTracking(await adapter.track!(BOOKED.proNumber, account, NEVER)) };
  if (name === 'documents')
    return { files: await adapter.documents!(BOOKED, 'bill_of_lading', account, NEVER) };
  if (name === 'cancel') {
    await adapter.cancel!(BOOKED, account, NEVER);
    return { outcome: 'canceled' };
  }
  const tender = buildTenderRequest(BOOKED.reference, {
    serviceCode: '308',
    ...(carrier === 'estes' && { pickup: null }),
  });
  return parseTender(await adapter.tender!(tender, account, NEVER));
}

describe('an adapter reads what a published source shows', () => {
  it.each(PUBLISHED_ANSWERS.map((answer) => [answer.title, answer.evidence, answer] as const))(
    '%s (%s)',
    async (_title, _evidence, answer) => {
      playing = answer;
      const read = await call(answer).catch((error: unknown) => {
        const known = toCarrierError(error);
        if (known instanceof CarrierDeclined)
          return { outcome: 'declined', reason: known.message, code: known.code };
        return { outcome: 'failed', reason: known?.message ?? String(error) };
      });
      expect(read).toMatchObject(answer.expected);
    },
  );
});
