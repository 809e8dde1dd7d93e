import { describe, expect, it } from '@jest/globals';
import { encodeFieldPaths } from './ignored-fields.js';

describe('encodeFieldPaths', () => {
  it.each([
    ['shipdate', 'shipdate'],
    ['origin.dock_door', 'origin.dock_door'],
    ['orders[0].po-number', 'orders[0].po-number'],
    ['a, b', 'a%2C%20b'],
    ['a\r\nSet-Cookie: b', 'a%0D%0ASet-Cookie%3A%20b'],
    ['größe', 'gr%C3%B6%C3%9Fe'],
    ['🚚', '%F0%9F%9A%9A'],
    ['\ud83d', '%EF%BF%BD'],
    ["it's!(*)", "it's!(*)"],
  ])('encodes %j as %s', (path, encoded) => {
    expect(encodeFieldPaths([path])).toEqual([encoded]);
  });

  it('limits the number of paths and their length', () => {
    const many = Array.from({ length: 30 }, (_, at) => `field_${at}`);
    expect(encodeFieldPaths(many)).toEqual(many.slice(0, 20));
    expect(encodeFieldPaths(['x'.repeat(200)])).toEqual(['x'.repeat(100)]);
  });
});
