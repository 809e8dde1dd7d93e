import { describe, expect, it } from '@jest/globals';
import { containsNetwork, isInNetworks, normalizeNetwork, formatAddress } from './networks.js';

describe('networks', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7/32'],
    ['10.1.2.3/8', '10.0.0.0/8'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8::1', '2001:db8::1/128'],
    ['2001:db8:1:2:3::/64', '2001:db8:1:2::/64'],
    ['::/0', '::/0'],
    ['::ffff:10.1.2.3', '10.1.2.3/32'],
    ['::ffff:10.1.2.3/104', '10.0.0.0/8'],
  ])('%s is kept as %s', (text, kept) => expect(normalizeNetwork(text)).toBe(kept));

  it.each([
    '',
    '10.0.0.0/33',
    '10.0.0/8',
    '010.0.0.0/8',
    '0x0a.0.0.0/8',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8 ',
    '::/129',
    'fe80::1%eth0',
    '::ffff:10.0.0.0/90',
    'example.com',
  ])('"%s" is none', (text) => expect(normalizeNetwork(text)).toBeNull());

  it.each([
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.0.0.0/8', '::ffff:10.255.0.1', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['10.0.0.0/8', '::1', false],
    ['::/0', '10.0.0.1', false],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['10.0.0.0/8', '10.1.0.0/16', true],
    ['10.1.0.0/16', '10.0.0.0/8', false],
    ['10.1.0.0/16', '10.1.0.0/16', true],
  ])('%s contains %s: %s', (outer, inner, does) => expect(containsNetwork(outer, inner)).toBe(does));

  it('do not contain an unknown address', () => {
    expect(isInNetworks(['0.0.0.0/0', '::/0'], undefined)).toBe(false);
    expect(isInNetworks(['10.0.0.0/8', '::1/128'], '::1')).toBe(true);
    expect([undefined, 'x', '::ffff:10.0.0.1'].map(formatAddress)).toEqual([
      'unknown',
      'unknown',
      '10.0.0.1',
    ]);
  });
});
