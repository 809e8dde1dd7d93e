import { describe, expect, it } from '@jest/globals';
import { buildDeliveredValues } from './transition-values.js';
import { SAMPLE_FREIGHT } from './freight.sample.js';

describe('buildDeliveredValues', () => {
  it('dates the delivery by the local day at the destination', () => {
    const shipTo = { ...SAMPLE_FREIGHT.shipTo, zip: '90001' };
    const at = new Date('2026-03-03T01:00:00Z');
    expect(buildDeliveredValues({ shipTo }, at)).toEqual({ deliveredAt: at, deliveredOn: '2026-03-02' });
    expect(buildDeliveredValues({ shipTo }, null)).toEqual({ deliveredAt: null, deliveredOn: null });
  });
});
