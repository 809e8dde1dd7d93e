import { describe, expect, it } from '@jest/globals';
import { SIMULATED_CARRIERS } from './adapters/simulated/simulated-carriers.js';
import { SimulatedAdapter } from './adapters/simulated/simulated.adapter.js';
import { CARRIER_DIRECTORY, mergeDirectory } from './carrier-directory.js';

const SIMULATED = new SimulatedAdapter().carriers;
const ALL = mergeDirectory(SIMULATED);

describe('carrier directory', () => {
  it('has no id, SCAC or name twice', () => {
    expect(ALL).toHaveLength(CARRIER_DIRECTORY.length + SIMULATED.length);
    for (const key of ['id', 'scac', 'name'] as const) {
      expect(new Set(ALL.map((carrier) => carrier[key])).size).toBe(ALL.length);
    }
  });

  it('gives simulated carriers, and only them, a SCAC with a digit', () => {
    for (const { scac } of CARRIER_DIRECTORY) expect(scac).toMatch(/^[A-Z]{2,4}$/);
    for (const { scac } of SIMULATED) expect(scac).toMatch(/^[A-Z]{3}\d$/);
  });

  it('keeps the ids of the simulated carriers', () => {
    expect(SIMULATED.map(({ id, scac }) => `${id} ${scac}`)).toEqual(
      [...SIMULATED_CARRIERS.keys()].map((scac, index) => `${index + 1} ${scac}`),
    );
    expect(SIMULATED).toHaveLength(6);
  });

  it('has a place for the PRO number in every tracking URL', () => {
    const urls = ALL.flatMap(({ trackingUrl }) => trackingUrl ?? []);
    expect(urls.length).toBeGreaterThan(5);
    for (const url of urls) expect(new URL(url).searchParams.toString()).toContain('%7Bpro%7D');
  });

  it('takes over what an adapter knows, and keeps the rest', () => {
    const [xpo] = mergeDirectory([{ scac: 'XPOL', name: 'XPO', phone: '800-755-2728' }]).filter(
      ({ scac }) => scac === 'XPOL',
    );
    expect(xpo).toMatchObject({ id: 104, phone: '800-755-2728', trackingUrl: expect.any(String) });
  });
});
