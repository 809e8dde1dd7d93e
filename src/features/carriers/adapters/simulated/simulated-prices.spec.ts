import { createHash } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { buildPallet, buildRateRequest } from '../../../../../test/support/carrier-request-builders.js';
import { ACCESSORIAL_NAMES } from '../../../../domain/accessorials.js';
import { FREIGHT_CLASSES } from '../../../../domain/freight-classes.js';
import { LIMITED_ACCESS_KINDS } from '../../../../domain/limited-access.js';
import { findStateByZip } from '../../../../domain/zip-codes.js';
import { CarrierDeclined } from '../../carrier-adapter.js';
import type { RateRequest } from '../../carrier-requests.js';
import { SIMULATED_CARRIERS } from './simulated-carriers.js';
import { SimulatedAdapter } from './simulated.adapter.js';

/** SHA-256 of each carrier's answers to the 400 requests below. A different hash is a different price. */
const ANSWERS = {
  SIM1: 'f037da955337',
  SIM2: '7bf70514c593',
  SIM3: 'dc4cd98a4644',
  SIM4: '463522928449',
  SIM5: '97083dd99e9b',
  SIM6: '49d52eb63c38',
};

const ZIPS = '90001 60601 10001 80301-1234 33101 98101 75201 43004 02134 30301 55401 99501 96813 00901'.split(
  ' ',
);

/** Draws the same numbers in every run: a linear congruential generator. */
let seed = 1;
function draw(count: number): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % count;
}
function pick<T>(values: readonly T[]): T {
  return values[draw(values.length)]!;
}

function drawRequest(): RateRequest {
  const place = (zip: string) => ({ city: 'x', state: findStateByZip(zip)!, zip });
  const items = Array.from({ length: 1 + draw(4) }, () => {
    const quantity = pick([1, 1, 2, 7]);
    const weight = (1 + draw(pick([300, 3_000, 9_000]))) / pick([1, 2, 10]);
    const [length, width, height] = [12 + draw(pick([40, 40, 160])), 12 + draw(50), 6 + draw(80)];
    const size = { length, width, height, quantity, stackable: draw(2) === 1 };
    return buildPallet(weight, pick(FREIGHT_CLASSES), size);
  });
  return buildRateRequest(items, {
    origin: place(pick(ZIPS)),
    destination: place(pick(ZIPS)),
    accessorials: Array.from({ length: draw(5) }, () => pick(ACCESSORIAL_NAMES)),
    limitedAccess: draw(2)
      ? { pickup: pick(LIMITED_ACCESS_KINDS), delivery: pick(LIMITED_ACCESS_KINDS) }
      : {},
  });
}

it('simulated carriers return the recorded prices, charges, transit days and numbers for 400 random requests', async () => {
  const adapter = new SimulatedAdapter();
  const requests = Array.from({ length: 400 }, () => ({
    request: drawRequest(),
    factor: pick([1, 1, 0.37, 2.5]),
  }));
  const hashes = [...SIMULATED_CARRIERS.keys()].map(async (scac) => {
    const hash = createHash('sha256');
    for (const { request, factor } of requests) {
      const account = { scac, settings: { factor } };
      const rates = await adapter
        .rate(request, account, AbortSignal.timeout(60_000))
        .catch((error: unknown) => (error instanceof CarrierDeclined ? null : Promise.reject(error)));
      hash.update(JSON.stringify(rates, sortKeys));
    }
    return [scac, hash.digest('hex').slice(0, 12)];
  });
  expect(Object.fromEntries(await Promise.all(hashes))).toEqual(ANSWERS);
});

function sortKeys(_key: string, value: unknown): unknown {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord ? Object.fromEntries(Object.entries(value).sort()) : value;
}
