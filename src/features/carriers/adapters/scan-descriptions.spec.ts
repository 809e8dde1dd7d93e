import { describe, expect, it } from '@jest/globals';
import { parseStatusText } from './scan-descriptions.js';

describe('parseStatusText', () => {
  it.each([
    ['Picked up', 'picked_up'],
    ['Pickup scheduled', 'pending'],
    ['PICKUP REQUESTED', 'pending'],
    ['Proof of delivery', 'delivered'],
    ['Delivery attempted', 'exception'],
    ['Out for delivery', 'out_for_delivery'],
    ['Departed terminal', 'in_transit'],
    ['Customs hold', 'exception'],
    ['Something else', 'in_transit'],
  ])('maps "%s" to %s', (words, status) => expect(parseStatusText(words)).toBe(status));
});
