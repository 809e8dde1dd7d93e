import { describe, expect, it } from '@jest/globals';
import { SIMULATED_CARRIERS } from './adapters/simulated/simulated-carriers.js';
import { SimulatedAdapter } from './adapters/simulated/simulated.adapter.js';
import { CARRIER_DIRECTORY, mergeDirectory } from './carrier-directory.js';

const SIMULATED = new SimulatedAdapter().carriers;
const ALL = mergeDirectory(SIMULATED);

describe('the carrier directory', () => {
  it('has unique ids, SCACs and names', () => {
    expect(ALL).toHaveLength(CARRIER_DIRECTORY.length + SIMULATED.length);
    for (const key of ['id', 'scac', 'name'] as const) {
      expect(new Set(ALL.map((carrier) => carrier[key])).size).toBe(ALL.length);
    }
  });

  it('assigns SCACs with a digit to simulated carriers only', () => {
    for (const { scac } of CARRIER_DIRECTORY) expect(scac).toMatch(/^[A-Z]{2,4}$/);
    for (const { scac } of SIMULATED) expect(scac).toMatch(/^[A-Z]{3}\d$/);
  });

  it('keeps the ids of the simulated carriers', () => {
    expect(SIMULATED.map(({ id, scac }) => `${id} ${scac}`)).toEqual(
      [...SIMULATED_CARRIERS.keys()].map((scac, index) => `${index + 1} ${scac}`),
    );
    expect(SIMULATED).toHaveLength(6);
  });

  it('has a {pro} placeholder in every tracking URL', () => {
    const urls = ALL.flatMap(({ trackingUrl }) => trackingUrl ?? []);
    expect(urls.length).toBeGreaterThan(5);
    for (const url of urls) expect(new URL(url).searchParams.toString()).toContain('%7Bpro%7D');
  });

  it('adds the fields of an adapter to those of the directory', () => {
    const [xpo] = mergeDirectory([{ scac: 'XPOL', name: 'XPO', phone: '800-755-2728' }]).filter(
      ({ scac }) => scac === 'XPOL',
    );
    expect(xpo).toMatchObject({ id: 104, phone: '800-755-2728', trackingUrl: expect.any(String) });
  });
});
