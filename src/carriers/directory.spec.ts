import { describe, expect, it } from '@jest/globals';
import { SIMULATED_CARRIERS } from './adapters/simulated/simulated-carriers.js';
import { CARRIER_DIRECTORY, SIMULATED_SCACS } from './directory.js';

describe('carrier directory', () => {
  it('has no id, SCAC or name twice', () => {
    for (const key of ['id', 'scac', 'name'] as const) {
      expect(new Set(CARRIER_DIRECTORY.map((carrier) => carrier[key])).size).toBe(CARRIER_DIRECTORY.length);
    }
  });

  it('gives simulated carriers, and only them, a SCAC with a digit', () => {
    for (const { scac } of CARRIER_DIRECTORY) {
      expect(scac).toMatch(SIMULATED_SCACS.includes(scac) ? /^[A-Z]{3}\d$/ : /^[A-Z]{2,4}$/);
    }
  });

  it('lists exactly the carriers that the simulated adapter can play', () => {
    expect(SIMULATED_SCACS).toHaveLength(5);
    expect([...SIMULATED_CARRIERS.keys()]).toEqual(SIMULATED_SCACS);
  });

  it('has a place for the PRO number in every tracking URL', () => {
    for (const { trackingUrl } of CARRIER_DIRECTORY) {
      if (trackingUrl !== null) expect(new URL(trackingUrl).searchParams.toString()).toContain('%7Bpro%7D');
    }
  });
});
